#include "tags.h"

#include <string.h>

#include "link.h"

void tags_begin(struct tags *tags, struct link *link)
{
    memset(tags, 0, sizeof *tags);
    tags->link = link;
}

void tags_visit(struct tags *tags, uint8_t reader)
{
    for (uint8_t i = 0; i < MOST_TAGS; i++)
        tags->readers[reader].tags[i].seen = false;
}

void tags_seen(struct tags *tags, uint8_t reader, const uint8_t *uid, uint8_t length)
{
    struct tag *place = 0;
    for (uint8_t i = 0; i < MOST_TAGS; i++) {
        struct tag *tag = &tags->readers[reader].tags[i];
        if (tag->length == length && memcmp(tag->uid, uid, length) == 0) {
            tag->seen = true;
            tag->misses = 0;
            return;
        }
        if (!tag->length)
            place = tag;
    }
    if (!place)                         /* the pile is higher than anybody plays; told when one of them is taken off */
        return;
    place->length = length;
    place->misses = 0;
    place->seen = true;
    memcpy(place->uid, uid, length);
    link_event(tags->link, reader, WHAT_ARRIVE, uid, length);
}

static void be(struct tags *tags, uint8_t reader, uint8_t state, uint8_t what)
{
    tags->readers[reader].state = state;
    link_event(tags->link, reader, what, 0, 0);
}

static void count(struct reader *here, bool missed)
{
    if (here->asked == 255) {           /* what was long ago counts less and less */
        here->asked /= 2;
        here->missed /= 2;
    }
    here->asked++;
    here->missed += missed;
}

/* The last misses of a tag that has left were none. */
static void count_less(struct reader *here)
{
    uint8_t less = here->missed < MISSES_MOST ? here->missed : MISSES_MOST;
    here->asked -= less;
    here->missed -= less;
}

void tags_left(struct tags *tags, uint8_t reader, bool garbled)
{
    struct reader *here = &tags->readers[reader];
    bool any = false, missed = false, left = false;
    for (uint8_t i = 0; i < MOST_TAGS; i++) {
        struct tag *tag = &here->tags[i];
        if (!tag->length)
            continue;
        any = true;
        if (tag->seen)
            continue;
        missed = true;
        if (garbled) {                  /* proof that something lies there, though not of what */
            tag->misses = 0;
        } else if (++tag->misses >= MISSES_MOST) {
            link_event(tags->link, reader, WHAT_LEAVE, tag->uid, tag->length);
            tag->length = 0;
            left = true;
        }
    }
    if (any)
        count(here, missed);
    if (left)
        count_less(here);
    if (garbled && !any) {
        if (here->unclear < UNCLEAR_AFTER)
            here->unclear++;
        else if (here->state == STATE_WELL)
            be(tags, reader, STATE_UNCLEAR, WHAT_UNCLEAR);
    } else {
        here->unclear = 0;
        if (here->state == STATE_UNCLEAR)
            be(tags, reader, STATE_WELL, WHAT_CLEAR);
    }
}

void tags_dead(struct tags *tags, uint8_t reader)
{
    if (tags->readers[reader].state != STATE_DEAD)
        be(tags, reader, STATE_DEAD, WHAT_DEAD);
}

void tags_well(struct tags *tags, uint8_t reader)
{
    if (tags->readers[reader].state == STATE_DEAD)
        be(tags, reader, STATE_WELL, WHAT_WELL);
}

uint8_t tags_describe(const struct tags *tags, uint8_t reader, uint8_t *into, uint8_t room)
{
    const struct reader *here = &tags->readers[reader];
    uint8_t end = 1, count = 0;
    for (uint8_t i = 0; i < MOST_TAGS; i++) {
        const struct tag *tag = &here->tags[i];
        if (!tag->length)
            continue;
        if (end + 1 + tag->length > room)
            return 0;
        into[end++] = tag->length;
        memcpy(into + end, tag->uid, tag->length);
        end += tag->length;
        count++;
    }
    if (end > room)
        return 0;
    into[0] = here->state | (uint8_t)(count << 4);
    return end;
}

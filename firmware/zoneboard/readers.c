#include "readers.h"

#include "clock.h"
#include "rc522.h"

#define FIELD_TICKS (TICKS_PER_MS * 51 / 10)        /* 5 ms, and what a clock may be off */
#define RETRY_MS 2000                               /* between two tries to wake a dead reader */
#define RENEW_VISITS 4096                           /* after so many the chip is set up anew, whatever it says */

static struct tags *tags;
static struct link *link;

static enum { NEXT, RESETTING, WARMING, RESTING } phase;
static uint8_t reader = READERS - 1;
static uint8_t rounds;
static uint16_t since;                  /* ticks */
static uint16_t visits[READERS];        /* since it was set up; 0 when it is to be */
static bool dead[READERS];
static uint16_t retry_at[READERS];

void readers_begin(struct tags *the_tags, struct link *the_link)
{
    tags = the_tags;
    link = the_link;
}

static void found(uint8_t reader, const uint8_t *uid, uint8_t length)
{
    tags_seen(tags, reader, uid, length);
}

static bool to_be_asked(uint8_t reader, uint16_t now)
{
    return !dead[reader] || (int16_t)(now - retry_at[reader]) >= 0;
}

static void be_dead(uint16_t now)
{
    dead[reader] = true;
    visits[reader] = 0;
    retry_at[reader] = now + RETRY_MS;
    tags_dead(tags, reader);
}

static void warm(void)
{
    rc522_field(reader, true);
    phase = WARMING;
    since = clock_ticks();
}

static void go_on(uint16_t now)
{
    uint8_t before = reader;
    do {
        if (++reader == READERS) {
            reader = 0;
            /* As many rounds as make an absence: from now on silence is one. */
            if (rounds < MISSES_MOST + 1 && ++rounds == MISSES_MOST + 1)
                link->ready = true;
        }
    } while (reader != before && !to_be_asked(reader, now));
    if (!to_be_asked(reader, now)) {    /* there is no living one */
        return;
    }
    if (reader == before && phase != RESTING) {
        /* The only one: its tags need the time to forget that the others would take. */
        reader = before;
        phase = RESTING;
        since = clock_ticks();
        return;
    }
    if (visits[reader] == 0) {
        rc522_reset(reader);
        phase = RESETTING;
        since = clock_ticks();
    } else {
        warm();
    }
}

static void set_up(uint16_t now)
{
    uint8_t chip = rc522_set_up(reader);
    if (!chip) {
        be_dead(now);
        phase = NEXT;
        return;
    }
    tags->readers[reader].chip = chip;
    if (dead[reader]) {
        link->counters[COUNTER_RESTARTS]++;
        dead[reader] = false;
        tags_well(tags, reader);
    }
    warm();
}

static void visit(uint16_t now)
{
    phase = NEXT;
    tags_visit(tags, reader);
    enum heard heard = rc522_ask(reader, found);
    rc522_field(reader, false);
    if (heard == HEARD_NO_CHIP) {
        bool fresh = visits[reader] == 0;
        be_dead(now);
        if (!fresh)
            retry_at[reader] = now;     /* it worked a moment ago, so at once */
        return;
    }
    if (heard == HEARD_GARBLED)
        link->counters[COUNTER_GARBLED]++;
    tags_left(tags, reader, heard == HEARD_GARBLED);
    if (++visits[reader] == RENEW_VISITS)
        visits[reader] = 0;
}

void readers_step(uint16_t now)
{
    uint16_t passed = clock_ticks() - since;
    switch (phase) {
    case NEXT:
        go_on(now);
        break;
    case RESETTING:
        if (passed >= FIELD_TICKS)
            set_up(now);
        break;
    case WARMING:
        if (passed >= FIELD_TICKS)
            visit(now);
        break;
    case RESTING:
        if (passed >= FIELD_TICKS)
            warm();
        break;
    }
}

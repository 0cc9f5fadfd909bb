#include "link.h"

#include <string.h>

void link_begin(struct link *link, struct tags *tags, uint8_t readers, uint8_t boot, uint16_t now)
{
    memset(link, 0, sizeof *link);
    link->tags = tags;
    link->readers = readers;
    link->boot = boot;
    link->heard_at = link->hello_at = now;
    link->hello_due = true;
}

/* ---- what is told -------------------------------------------------------------------------------------------- */

void link_event(struct link *link, uint8_t reader, uint8_t what, const uint8_t *uid, uint8_t length)
{
    link->number++;
    if (!link->session)
        return;
    if (link->waiting_events == MOST_EVENTS) {
        /* How everything lies now says more than the last twelve things that happened. */
        link->counters[COUNTER_DROPPED_EVENTS]++;
        link->waiting_events = 0;
        link->snapshot_from = 0;
        return;
    }
    struct event *event = &link->events[(link->first_event + link->waiting_events++) % MOST_EVENTS];
    event->number = link->number;
    event->reader = reader;
    event->what = what;
    event->length = length;
    if (length)
        memcpy(event->uid, uid, length);
}

static uint8_t put_number(uint8_t *into, uint16_t number)
{
    into[0] = (uint8_t)number;
    into[1] = (uint8_t)(number >> 8);
    return 2;
}

static uint8_t fill_snapshot(struct link *link, uint8_t *into)
{
    uint8_t end = put_number(into, link->number), reader = link->snapshot_from;
    into[end++] = reader;
    uint8_t *count = &into[end++];
    while (reader < link->readers) {
        uint8_t more = tags_describe(link->tags, reader, into + end, LINE_PAYLOAD_MOST - end);
        if (!more)
            break;
        end += more;
        reader++;
    }
    *count = reader - link->snapshot_from;
    link->snapshot_from = reader;
    return end;
}

static uint8_t fill_event(struct link *link, uint8_t *into)
{
    const struct event *event = &link->events[link->first_event];
    uint8_t end = put_number(into, event->number);
    into[end++] = event->reader;
    into[end++] = event->what;
    memcpy(into + end, event->uid, event->length);
    end += event->length;
    link->first_event = (uint8_t)(link->first_event + 1) % MOST_EVENTS;
    link->waiting_events--;
    return end;
}

static uint8_t fill_health(struct link *link, uint8_t *into)
{
    uint8_t end = 0;
    into[end++] = link->health_from;
    while (link->health_from < link->readers && end + 3 <= LINE_PAYLOAD_MOST) {
        const struct reader *reader = &link->tags->readers[link->health_from++];
        into[end++] = reader->chip;
        into[end++] = reader->asked;
        into[end++] = reader->missed;
    }
    return end;
}

/* Chooses what is told next and puts it into `out`. A snapshot goes before the events, which may be in it already:
   the host tells that by their numbers. */
static bool choose(struct link *link)
{
    uint8_t kind, count = 0, *payload = link->out + LINE_HEAD;
    if (link->ready && link->snapshot_from < link->readers) {
        kind = KIND_SNAPSHOT;
        count = fill_snapshot(link, payload);
    } else if (link->waiting_events) {
        kind = KIND_EVENT;
        count = fill_event(link, payload);
    } else if (link->lights_due) {
        kind = KIND_LIGHTS_ARE;
        link->lights_due = false;
        count = link->about.pixels;
        memcpy(payload, link->lights, count);
    } else if (link->counters_due) {
        kind = KIND_COUNTERS;
        link->counters_due = false;
        for (uint8_t i = 0; i < sizeof link->counters / sizeof *link->counters; i++)
            count += put_number(payload + count, link->counters[i]);
    } else if (link->health_from < link->readers) {
        kind = KIND_HEALTH;
        count = fill_health(link, payload);
    } else {
        return false;
    }
    link->out[2] = kind;
    link->out[3] = ++link->out_seq;
    link->out_count = LINE_HEAD + count;
    link->out_new = true;
    return true;
}

static uint8_t close_short(struct link *link, uint8_t kind, uint8_t seq, uint8_t *body, uint8_t count, uint8_t *wire)
{
    body[0] = link->session;
    body[1] = link->boot;
    body[2] = kind;
    body[3] = seq;
    return frame_close(body, count, wire);
}

static uint8_t say_hello(struct link *link, uint8_t *wire)
{
    uint8_t body[LINE_HEAD + 8 + MOST_NAME], *payload = body + LINE_HEAD, end = 0;
    payload[end++] = PROTOCOL;
    payload[end++] = FIRMWARE_MAJOR;
    payload[end++] = FIRMWARE_MINOR;
    payload[end++] = link->readers;
    payload[end++] = link->about.pixels;
    payload[end++] = link->about.reset;
    end += put_number(payload + end, link->number);
    for (const char *letter = link->about.name; *letter; letter++)
        payload[end++] = (uint8_t)*letter;
    return close_short(link, KIND_HELLO, 0, body, LINE_HEAD + end, wire);
}

static void forget_session(struct link *link)
{
    link->session = 0;
    link->out_count = link->out_seq = link->in_seq = 0;
    link->ack_due = link->lights_due = link->counters_due = false;
    link->waiting_events = 0;
    link->snapshot_from = link->health_from = link->readers;
    memset(link->lights, 0, sizeof link->lights);   /* never a stale detection */
}

uint8_t link_give(struct link *link, uint8_t *wire, uint16_t now)
{
    if (link->session && (uint16_t)(now - link->heard_at) >= MILLISECONDS_HOST_GONE) {
        forget_session(link);
        link->hello_due = true;
    }
    if (!link->session && (uint16_t)(now - link->hello_at) >= MILLISECONDS_HELLO_AGAIN)
        link->hello_due = true;
    if (link->hello_due) {
        link->hello_due = false;
        link->hello_at = now;
        return say_hello(link, wire);
    }
    if (link->ack_due) {
        uint8_t body[LINE_HEAD];
        link->ack_due = false;
        return close_short(link, KIND_ACK, link->in_seq, body, sizeof body, wire);
    }
    if (!link->session || (!link->out_count && !choose(link)))
        return 0;
    if (!link->out_new) {
        if ((uint16_t)(now - link->out_at) < MILLISECONDS_BOARD_RESEND)
            return 0;
        link->counters[COUNTER_RESENDS]++;
    }
    link->out_new = false;
    link->out_at = now;
    link->out[0] = link->session;
    link->out[1] = link->boot;
    return frame_close(link->out, link->out_count, wire);
}

/* ---- what is heard ------------------------------------------------------------------------------------------- */

static void be_opened(struct link *link, uint8_t session, const uint8_t *opening)
{
    /* The same OPEN again is the host that missed HELLO: what has been said since stays said. */
    if (session != link->session || memcmp(opening, link->opening, sizeof link->opening) != 0) {
        forget_session(link);
        link->session = session;
        memcpy(link->opening, opening, sizeof link->opening);
        link->snapshot_from = 0;
    }
    link->hello_due = true;
}

static uint8_t be_told(struct link *link, uint8_t count, uint16_t now)
{
    uint8_t session = link->in[0], kind = link->in[2], seq = link->in[3];
    if (kind == KIND_OPEN) {
        /* A host of another protocol is answered, so that it can say so, but not obeyed. */
        if (session && count >= LINE_HEAD + 3 && link->in[LINE_HEAD] == PROTOCOL) {
            link->heard_at = now;
            be_opened(link, session, link->in + LINE_HEAD + 1);
        } else {
            link->hello_due = true;
        }
        return 0;
    }
    if (!link->session || session != link->session || link->in[1] != link->boot)
        return 0;
    link->heard_at = now;
    if (kind == KIND_ACK) {
        if (link->out_count && !link->out_new && seq == link->out_seq)
            link->out_count = 0;
        return 0;
    }
    if (kind < KIND_LIGHTS)             /* our own words, come back from a line that echoes */
        return 0;
    bool next = seq == (uint8_t)(link->in_seq + 1);
    if (next || seq == link->in_seq)
        link->ack_due = true;
    if (!next)
        return 0;
    link->in_seq = seq;
    return kind;
}

static void obey(struct link *link, uint8_t kind)
{
    const uint8_t *payload = link->in + LINE_HEAD;
    switch (kind) {
    case KIND_LIGHTS:
        memset(link->lights, 0, sizeof link->lights);
        memcpy(link->lights, payload, link->payload_count < MOST_PIXELS ? link->payload_count : MOST_PIXELS);
        break;
    case KIND_ASK:
        if (link->payload_count && payload[0] == ASK_SNAPSHOT)
            link->snapshot_from = 0;
        else if (link->payload_count && payload[0] == ASK_LIGHTS)
            link->lights_due = true;
        else if (link->payload_count && payload[0] == ASK_COUNTERS)
            link->counters_due = true;
        else if (link->payload_count && payload[0] == ASK_HEALTH)
            link->health_from = 0;
        break;
    case KIND_RENAME:
        memset(link->about.name, 0, sizeof link->about.name);
        memcpy(link->about.name, payload, link->payload_count < MOST_NAME ? link->payload_count : MOST_NAME);
        break;
    }
}

uint8_t link_take(struct link *link, uint8_t byte, uint16_t now)
{
    if (byte) {
        if (link->in_count < sizeof link->in)
            link->in[link->in_count++] = byte;
        else
            link->in_spoilt = true;
        return 0;
    }
    uint8_t count = link->in_count, body = 0, kind = 0;
    link->in_count = 0;
    if (count && !link->in_spoilt)
        body = frame_open(link->in, count);
    if (body) {
        kind = be_told(link, body, now);
        link->payload_count = body - LINE_HEAD;
        obey(link, kind);
    } else if (count) {
        link->counters[COUNTER_BAD_FRAMES]++;
    }
    link->in_spoilt = false;
    return kind;
}

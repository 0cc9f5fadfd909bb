/* The board's side of the link: sessions, acknowledgements, events that arrive once and in order.
   Pure: bytes and time are given in, frames are fetched. How it works is told in hardware/board/README.md. */
#ifndef LINK_H
#define LINK_H

#include "frame.h"
#include "tags.h"

struct event {
    uint16_t number;
    uint8_t reader, what, length;
    uint8_t uid[MOST_UID];
};

/* What is told of the board in HELLO. */
struct about {
    uint8_t pixels, reset;
    char name[MOST_NAME + 1];
};

struct link {
    struct tags *tags;
    struct about about;
    uint8_t readers;

    uint8_t session;                    /* the host's number of it; 0 while nobody has opened one */
    uint8_t opening[2];                 /* tells two sessions of one number apart */
    bool ready;                         /* every reader was asked often enough for silence to mean absence */
    uint8_t boot;                       /* tells this run of the board from the one before a reset */
    uint16_t heard_at, hello_at;

    uint8_t in[LINE_WIRE_MOST];
    uint8_t in_count;
    bool in_spoilt;
    uint8_t payload_count;              /* of the last command */
    uint8_t in_seq;                     /* of the last command that was taken */

    uint8_t out[BODY_MOST];             /* what waits for its acknowledgement */
    uint8_t out_count;
    uint8_t out_seq;
    uint16_t out_at;
    bool out_new;

    bool ack_due, hello_due, lights_due, counters_due;
    uint8_t snapshot_from;              /* the first reader that is still to be told of */
    uint8_t health_from;                /* likewise, of how it fares */

    uint16_t number;                    /* of the last event */
    struct event events[MOST_EVENTS];
    uint8_t first_event, waiting_events;

    uint8_t lights[MOST_PIXELS];        /* the frame that shines */
    uint16_t counters[6];               /* COUNTER_... */
};

/* boot: another number than in the run before. */
void link_begin(struct link *link, struct tags *tags, uint8_t readers, uint8_t boot, uint16_t now);

/* One byte of the host. Says the kind of a command that came with it and is to be carried out, else 0; the command's
   payload then lies in `link->in`, from LINE_HEAD on, `link->payload_count` bytes long, until the next call. */
uint8_t link_take(struct link *link, uint8_t byte, uint16_t now);

/* Writes the next frame that is due, if any; says how many bytes. Call it only when so many can be sent. */
uint8_t link_give(struct link *link, uint8_t *wire, uint16_t now);

/* Something happened at a reader. Nobody is told while there is no session: the next one begins with a snapshot. */
void link_event(struct link *link, uint8_t reader, uint8_t what, const uint8_t *uid, uint8_t length);

#endif

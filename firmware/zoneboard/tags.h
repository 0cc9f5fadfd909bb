/* Which tags lie on which reader, from what each visit to a reader saw. */
#ifndef TAGS_H
#define TAGS_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol.h"

#ifdef __AVR__
#include "pins.h"
#else
#define READERS 24
#endif

/* Clean misses in a row that are an absence. */
#define MISSES_MOST 3
/* Visits in a row that hear something without a number, until that is told. */
#define UNCLEAR_AFTER 20

struct tag {
    uint8_t length;                     /* of its uid; 0 is a free place */
    uint8_t misses;
    bool seen;
    uint8_t uid[MOST_UID];
};

struct reader {
    struct tag tags[MOST_TAGS];
    uint8_t state;                      /* STATE_... */
    uint8_t unclear;                    /* visits in a row */
    uint8_t chip;                       /* what it says of itself; 0 while it was never heard */
    uint8_t asked, missed;              /* of the last visits while a tag lay there: all, and those that missed one */
};

struct link;

struct tags {
    struct reader readers[READERS];
    struct link *link;                  /* who is told */
};

void tags_begin(struct tags *tags, struct link *link);

/* A visit: begin, one call for each uid that was read, end. `garbled`: something else answered, so that what was not
   read may still lie there; `whole`: the visit came to its end, so that silence was heard. */
void tags_visit(struct tags *tags, uint8_t reader);
void tags_seen(struct tags *tags, uint8_t reader, const uint8_t *uid, uint8_t length);
void tags_left(struct tags *tags, uint8_t reader, bool garbled);

/* The reader does not answer; or it answers, perhaps again. What lies on a dead one is not known to have left. */
void tags_dead(struct tags *tags, uint8_t reader);
void tags_well(struct tags *tags, uint8_t reader);

/* One reader for a snapshot; says how many bytes it wrote, 0 when they would be more than `room`. */
uint8_t tags_describe(const struct tags *tags, uint8_t reader, uint8_t *into, uint8_t room);

#endif

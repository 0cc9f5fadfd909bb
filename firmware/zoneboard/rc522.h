/* The driver of the RC522 readers (data sheet MFRC522 rev. 3.9; tags: ISO/IEC 14443-3). */
#ifndef RC522_H
#define RC522_H

#include <stdbool.h>
#include <stdint.h>

enum heard {
    HEARD_ALL,                          /* every tag there was read, or there was none */
    HEARD_GARBLED,                      /* something answered that could not be read */
    HEARD_NO_CHIP,                      /* the chip does not do its work */
};

/* Resets a chip; it can be set up 5 ms later. */
void rc522_reset(uint8_t reader);

/* Sets it up, its field off; what the chip says of itself, 0 if it does not answer. */
uint8_t rc522_set_up(uint8_t reader);

/* Tags answer from 5 ms after it was switched on, and forget everything within 5 ms after it was switched off. */
void rc522_field(uint8_t reader, bool on);

/* Asks everyone in the field who they are, and calls `found` for each. */
enum heard rc522_ask(uint8_t reader, void (*found)(uint8_t reader, const uint8_t *uid, uint8_t length));

#endif

/* A body of bytes as it goes over the line: with its CRC, COBS and the zero that ends it. */
#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol.h"

#define BODY_MOST (LINE_HEAD + LINE_PAYLOAD_MOST)

uint16_t crc16(const uint8_t *bytes, uint8_t count);

/* Writes at most LINE_WIRE_MOST bytes; says how many. */
uint8_t frame_close(const uint8_t *body, uint8_t count, uint8_t *wire);

/* Undoes it in place, for a frame without its zero; says how long the body is, or 0 where the frame is not whole. */
uint8_t frame_open(uint8_t *wire, uint8_t count);

#endif

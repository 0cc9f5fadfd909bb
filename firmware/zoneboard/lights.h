/* What each pixel's colour is at a moment, from the frame that the host sent and its palette. */
#ifndef LIGHTS_H
#define LIGHTS_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol.h"

struct lights {
    uint8_t palette[MOST_PALETTE][3];   /* red, green, blue */
};

void lights_begin(struct lights *lights);

/* Takes the host's palette: the colours 1, 2, ... */
void lights_paint(struct lights *lights, const uint8_t *colours, uint8_t count);

/* Whether anything in the frame moves by itself. */
bool lights_move(const uint8_t *frame, uint8_t pixels);

/* Writes green, red and blue of each pixel, as a WS2812 wants them. frame: 0 while the board waits for its host. */
void lights_render(const struct lights *lights, const uint8_t *frame, uint8_t pixels, uint16_t now, uint8_t *grb);

#endif

/* The strip of WS2812 pixels. */
#ifndef PIXELS_H
#define PIXELS_H

#include <stdint.h>

void pixels_begin(void);

/* Sends three bytes a pixel, of at most MOST_PIXELS. Takes 31 us a pixel, with interrupts off, and loses no byte of the host's. */
void pixels_send(const uint8_t *grb, uint8_t pixels);

#endif

/* Time, from timer 1 running round and round without interrupts: those are off while pixels are sent. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

#define TICKS_PER_MS ((uint16_t)(F_CPU / 64 / 1000))

void clock_begin(void);
uint16_t clock_ticks(void);

/* Milliseconds, round and round. Call it more often than timer 1 goes round: 262 ms at 16 MHz. */
uint16_t clock_ms(void);

void wait_ticks(uint16_t ticks);

#endif

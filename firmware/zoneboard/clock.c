#include "clock.h"

#include <avr/io.h>

static uint16_t counted, milliseconds;

void clock_begin(void)
{
    TCCR1A = 0;
    TCCR1B = 1 << CS11 | 1 << CS10;     /* a 64th of the chip's clock */
}

uint16_t clock_ticks(void)
{
    return TCNT1;                       /* no interrupt touches TEMP, so the two bytes belong together */
}

uint16_t clock_ms(void)
{
    uint16_t passed = (clock_ticks() - counted) / TICKS_PER_MS;
    counted += passed * TICKS_PER_MS;
    milliseconds += passed;
    return milliseconds;
}

void wait_ticks(uint16_t ticks)
{
    uint16_t from = clock_ticks();
    while ((uint16_t)(clock_ticks() - from) < ticks)
        ;
}

#include "spi.h"

#include <avr/io.h>
#include <avr/pgmspace.h>

#include "pins.h"

static const struct select {
    volatile uint8_t *port;
    uint8_t bit;
} selects[READERS] PROGMEM = {CHIP_SELECTS};

static volatile uint8_t *chosen_port;
static uint8_t chosen_bit;

static volatile uint8_t *port_of(uint8_t reader)
{
    return (volatile uint8_t *)pgm_read_word(&selects[reader].port);
}

static uint8_t bit_of(uint8_t reader)
{
    return pgm_read_byte(&selects[reader].bit);
}

void spi_begin(void)
{
    for (uint8_t reader = 0; reader < READERS; reader++) {
        volatile uint8_t *port = port_of(reader);
        *port |= bit_of(reader);        /* high before it is an output, so that no reader hears a beginning */
        port[-1] |= bit_of(reader);     /* the direction register lies before its port on both chips */
    }
    SPI_DDR |= SPI_OUTPUTS;
    /* 2 MHz: the chips take ten, wires under a table do not. */
#if F_CPU == 8000000
    SPCR = 1 << SPE | 1 << MSTR;
    SPSR = 0;
#else
    SPCR = 1 << SPE | 1 << MSTR | 1 << SPR0;
    SPSR = 1 << SPI2X;
#endif
}

void spi_choose(uint8_t reader)
{
    chosen_port = port_of(reader);
    chosen_bit = bit_of(reader);
}

void spi_select(void)
{
    *chosen_port &= (uint8_t)~chosen_bit;
}

void spi_deselect(void)
{
    *chosen_port |= chosen_bit;
}

uint8_t spi_exchange(uint8_t byte)
{
    SPDR = byte;
    while (!(SPSR & 1 << SPIF))
        ;
    return SPDR;
}

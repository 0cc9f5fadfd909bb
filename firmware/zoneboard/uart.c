#include "uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#include "pins.h"
#include "protocol.h"

#ifndef BAUD
#define BAUD LINE_BAUD
#endif
#define DIVISOR (F_CPU / 8 / BAUD - 1)
#if F_CPU / 8 / (DIVISOR + 1) * 100 < BAUD * 98L || F_CPU / 8 / (DIVISOR + 1) * 100 > BAUD * 102L
#error "this speed is more than 2 % off at this clock"
#endif

/* Both hold a power of two, so that their places wrap by a mask. Two frames fit into each. */
#define RING 128

static volatile uint8_t in[RING], in_end, lost;
static uint8_t in_begin;
static volatile uint8_t out[RING], out_begin;
static volatile uint8_t out_end;

void uart_begin(void)
{
    UCSR0A = 1 << U2X0;
    UBRR0 = DIVISOR;
    UCSR0C = 1 << UCSZ01 | 1 << UCSZ00;
    UCSR0B = 1 << RXCIE0 | 1 << RXEN0 | 1 << TXEN0;
}

static inline void lose(void)
{
    if (lost < 255)
        lost++;
}

static inline void keep(uint8_t byte)
{
    uint8_t next = (in_end + 1) & (RING - 1);
    if (next == in_begin) {
        lose();
        return;
    }
    in[in_end] = byte;
    in_end = next;
}

ISR(UART_RX_VECTOR)
{
    if (UCSR0A & 1 << DOR0)
        lose();
    keep(UDR0);
}

void uart_keep(uint8_t byte)
{
    keep(byte);
}

ISR(UART_EMPTY_VECTOR)
{
    if (out_begin == out_end) {
        UCSR0B &= (uint8_t)~(1 << UDRIE0);
        return;
    }
    UDR0 = out[out_begin];
    out_begin = (out_begin + 1) & (RING - 1);
}

bool uart_take(uint8_t *byte)
{
    if (in_begin == in_end)
        return false;
    *byte = in[in_begin];
    in_begin = (in_begin + 1) & (RING - 1);
    return true;
}

uint8_t uart_room(void)
{
    return (out_begin - out_end - 1) & (RING - 1);
}

void uart_send(const uint8_t *bytes, uint8_t count)
{
    while (count--) {
        out[out_end] = *bytes++;
        out_end = (out_end + 1) & (RING - 1);
    }
    uint8_t before = SREG;
    cli();
    UCSR0B |= 1 << UDRIE0;
    SREG = before;
}

uint8_t uart_lost(void)
{
    uint8_t before = SREG;
    cli();
    uint8_t count = lost;
    lost = 0;
    SREG = before;
    return count;
}

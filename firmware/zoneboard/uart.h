/* The serial line to the host. */
#ifndef UART_H
#define UART_H

#include <avr/io.h>
#include <stdbool.h>
#include <stdint.h>

void uart_begin(void);

/* Whether a byte had come, and which. */
bool uart_take(uint8_t *byte);

/* How many bytes may be given to `uart_send` now. */
uint8_t uart_room(void);
void uart_send(const uint8_t *bytes, uint8_t count);

/* While interrupts are off, catches the byte that has come, if any, in a microsecond; needed each 80 us, or bytes are
   lost. What was caught is kept, byte by byte in its order, before interrupts are on again. */
static inline uint8_t *uart_catch(uint8_t *caught)
{
    if (UCSR0A & 1 << RXC0)
        *caught++ = UDR0;
    return caught;
}
void uart_keep(uint8_t byte);

/* Bytes lost since the last call, 255 at most; a byte lost by the chip counts once however many they were. */
uint8_t uart_lost(void);

#endif

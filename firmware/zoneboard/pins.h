/* What is wired where, by chip. Reader 0 is the first of CHIP_SELECTS. The Arduino names: firmware/README.md. */
#ifndef PINS_H
#define PINS_H

#include <avr/io.h>

#if defined(__AVR_ATmega328P__)
#define READERS 8
#define CHIP_SELECTS \
    {&PORTB, 1 << 2}, {&PORTB, 1 << 1}, {&PORTB, 1 << 0}, {&PORTD, 1 << 7}, \
    {&PORTD, 1 << 5}, {&PORTD, 1 << 4}, {&PORTD, 1 << 3}, {&PORTD, 1 << 2}
#define SPI_DDR DDRB
#define SPI_OUTPUTS (1 << 5 | 1 << 3 | 1 << 2)      /* SCK, MOSI, and SS, which would make a slave of us as an input */
#define PIXEL_PORT PORTD
#define PIXEL_DDR DDRD
#define PIXEL_BIT (1 << 6)
#define UART_RX_VECTOR USART_RX_vect
#define UART_EMPTY_VECTOR USART_UDRE_vect
#elif defined(__AVR_ATmega2560__)
#define READERS 24
#define CHIP_SELECTS \
    {&PORTA, 1 << 0}, {&PORTA, 1 << 1}, {&PORTA, 1 << 2}, {&PORTA, 1 << 3}, \
    {&PORTA, 1 << 4}, {&PORTA, 1 << 5}, {&PORTA, 1 << 6}, {&PORTA, 1 << 7}, \
    {&PORTC, 1 << 7}, {&PORTC, 1 << 6}, {&PORTC, 1 << 5}, {&PORTC, 1 << 4}, \
    {&PORTC, 1 << 3}, {&PORTC, 1 << 2}, {&PORTC, 1 << 1}, {&PORTC, 1 << 0}, \
    {&PORTL, 1 << 7}, {&PORTL, 1 << 6}, {&PORTL, 1 << 5}, {&PORTL, 1 << 4}, \
    {&PORTL, 1 << 3}, {&PORTL, 1 << 2}, {&PORTL, 1 << 1}, {&PORTL, 1 << 0}
#define SPI_DDR DDRB
#define SPI_OUTPUTS (1 << 1 | 1 << 2 | 1 << 0)
#define PIXEL_PORT PORTE                            /* `out` reaches it; it does not reach ports H to L */
#define PIXEL_DDR DDRE
#define PIXEL_BIT (1 << 3)
#define UART_RX_VECTOR USART0_RX_vect
#define UART_EMPTY_VECTOR USART0_UDRE_vect
#else
#error "the zone board is an ATmega328P or an ATmega2560"
#endif

#endif

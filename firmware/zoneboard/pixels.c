#include "pixels.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#include "pins.h"
#include "protocol.h"
#include "uart.h"

/* WS2812B data sheet: a 0 is high for 0.4 us, a 1 for 0.8 us, each 0.15 us more or less, of 1.25 us in all. Counted
   from the first `out`: low after 3 cycles of 8 MHz, or after 6; and again high after 10. At 16 MHz twice as many. */
#if F_CPU == 8000000
#define BEFORE_ZERO "nop\n"
#define BEFORE_ONE "nop\n"
#define BEFORE_NEXT ""
#elif F_CPU == 16000000
#define BEFORE_ZERO "nop\n nop\n nop\n nop\n"
#define BEFORE_ONE "nop\n nop\n nop\n nop\n"
#define BEFORE_NEXT "nop\n nop\n nop\n nop\n"
#else
#error "the pixels' pulses are counted for 8 and for 16 MHz"
#endif

void pixels_begin(void)
{
    PIXEL_PORT &= (uint8_t)~PIXEL_BIT;
    PIXEL_DDR |= PIXEL_BIT;
}

static inline void send_byte(uint8_t byte, uint8_t high, uint8_t low)
{
    uint8_t bits = 8;
    asm volatile(
        "1: out %[port], %[high]\n"
        BEFORE_ZERO
        "sbrs %[byte], 7\n"
        "out %[port], %[low]\n"
        "lsl %[byte]\n"
        BEFORE_ONE
        "out %[port], %[low]\n"
        "dec %[bits]\n"
        BEFORE_NEXT
        "brne 1b\n"
        : [byte] "+r"(byte), [bits] "+r"(bits)
        : [port] "I"(_SFR_IO_ADDR(PIXEL_PORT)), [high] "r"(high), [low] "r"(low));
}

void pixels_send(const uint8_t *grb, uint8_t pixels)
{
    uint8_t caught[MOST_PIXELS + 8], *end = caught, before = SREG;
    cli();
    uint8_t high = PIXEL_PORT | PIXEL_BIT, low = PIXEL_PORT & (uint8_t)~PIXEL_BIT;
    while (pixels--) {
        send_byte(*grb++, high, low);
        send_byte(*grb++, high, low);
        send_byte(*grb++, high, low);
        /* A byte of the host's takes 40 us, a pixel 31: looking after each of them loses none. The pause must stay
           under 6 us: from there on some strips take it for the end of the frame. */
        end = uart_catch(end);
    }
    for (uint8_t *next = caught; next != end; end = uart_catch(end))
        uart_keep(*next++);
    SREG = before;
}

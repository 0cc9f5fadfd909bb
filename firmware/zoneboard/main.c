/* The zone board: asks its readers, shines its lights, and tells its host. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/wdt.h>
#include <string.h>

#include "clock.h"
#include "lights.h"
#include "link.h"
#include "pixels.h"
#include "readers.h"
#include "spi.h"
#include "store.h"
#include "uart.h"

#define PIXELS MOST_PIXELS
#define MOVES_MS 40                     /* between two pictures of lights that move */
#define STILL_MS 500                    /* of lights that do not: a pixel that was disturbed is right again */

static struct link link;
static struct tags tags;
static struct lights lights;
static uint8_t grb[3 * PIXELS];
/* Outlive a start: whether the last program hung, and why this one began. */
static uint16_t hung __attribute__((section(".noinit")));
static uint8_t reset_cause __attribute__((section(".noinit")));
#define HUNG 0xB1AC

/* Before anything else: after some resets the watchdog runs on, at its shortest. */
void note_cause(void) __attribute__((naked, used, section(".init3")));
void note_cause(void)
{
    reset_cause = MCUSR;
    if (hung == HUNG)
        reset_cause |= RESET_WATCHDOG;
    hung = 0;
    MCUSR = 0;
    wdt_disable();
}

/* A hang ends in a start of the program, not in a reset of the chip: the boot loaders of many boards leave the watchdog
   running after one, and the board would be reset for ever. */
static void watch(void)
{
    wdt_reset();
    WDTCSR = 1 << WDCE | 1 << WDE;
    WDTCSR = 1 << WDIE | 1 << WDP2;     /* 0.25 s (data sheet ATmega328P, 11.9.2) */
}

ISR(WDT_vect, ISR_NAKED)
{
    hung = HUNG;
    asm volatile("jmp 0");
}

static void obey(uint8_t kind)
{
    switch (kind) {
    case KIND_PALETTE:
        lights_paint(&lights, link.in + LINE_HEAD, link.payload_count);
        break;
    case KIND_RENAME:
        store_rename(link.about.name);
        break;
    }
}

static bool listen(uint16_t now)
{
    bool changed = false;
    uint8_t byte;
    while (uart_take(&byte)) {
        uint8_t kind = link_take(&link, byte, now);
        obey(kind);
        changed |= kind == KIND_LIGHTS || kind == KIND_PALETTE;
    }
    link.counters[COUNTER_OVERRUNS] += uart_lost();
    return changed;
}

static void say(uint16_t now)
{
    uint8_t wire[LINE_WIRE_MOST], count;
    while (uart_room() >= LINE_WIRE_MOST && (count = link_give(&link, wire, now)))
        uart_send(wire, count);
}

static void shine(uint16_t now, bool changed)
{
    static uint16_t shone_at;
    static bool waited;
    const uint8_t *frame = link.session ? link.lights : 0;
    bool moves = !frame || lights_move(frame, PIXELS);
    if (!changed && waited == !frame && (uint16_t)(now - shone_at) < (moves ? MOVES_MS : STILL_MS))
        return;
    waited = !frame;
    shone_at = now;
    lights_render(&lights, frame, PIXELS, now, grb);
    pixels_send(grb, PIXELS);
}

int main(void)
{
    watch();
    clock_begin();
    uart_begin();
    spi_begin();
    pixels_begin();
    lights_begin(&lights);
    tags_begin(&tags, &link);
    link_begin(&link, &tags, READERS, store_boot(), clock_ms());
    link.about.pixels = PIXELS;
    link.about.reset = reset_cause;
    store_name(link.about.name);
    readers_begin(&tags, &link);
    sei();
    for (;;) {
        wdt_reset();
        uint16_t now = clock_ms();
        bool changed = listen(now);
        say(now);
        shine(now, changed);
        readers_step(now);
    }
}

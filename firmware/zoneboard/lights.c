#include "lights.h"

#include <string.h>

#define PULSE_MS 2048                   /* powers of two, so that they go on where the milliseconds begin anew */
#define BLINK_MS 1024
#define DOUBLE_MS 2048
#define FLASH_MS 128
#define WINK_MS 2048
#define GAP_MS 256
#define FADE_MS 2048
#define WAITING 24                      /* how bright the one pixel is that says: no host */

void lights_begin(struct lights *lights)
{
    memset(lights, 0, sizeof *lights);
}

void lights_paint(struct lights *lights, const uint8_t *colours, uint8_t count)
{
    uint8_t most = sizeof lights->palette - 3;
    memset(lights->palette, 0, sizeof lights->palette);
    memcpy(lights->palette[1], colours, count < most ? count : most);
}

bool lights_move(const uint8_t *frame, uint8_t pixels)
{
    while (pixels--)
        if (*frame++ >> 4 != PATTERN_STEADY)
            return true;
    return false;
}

/* From a quarter up to the whole and back. */
static uint8_t swell(uint16_t now)
{
    uint16_t at = now % PULSE_MS;
    if (at >= PULSE_MS / 2)
        at = PULSE_MS - 1 - at;
    return (uint8_t)(64 + at * 3 / 16);
}

static uint8_t strength(uint8_t pattern, uint16_t now)
{
    switch (pattern) {
    case PATTERN_PULSE:
        return swell(now);
    case PATTERN_BLINK:
        return now % BLINK_MS < BLINK_MS / 2 ? 255 : 0;
    case PATTERN_DOUBLE:
        now %= DOUBLE_MS;
        return now < FLASH_MS || (now >= 2 * FLASH_MS && now < 3 * FLASH_MS) ? 255 : 0;
    case PATTERN_WINK:
        return now % WINK_MS < WINK_MS - GAP_MS ? 255 : 0;
    case PATTERN_FADE:
        return 255 - now % FADE_MS / (FADE_MS / 256);
    }
    return 255;
}

static uint8_t dimmed(uint8_t colour, uint8_t by)
{
    return (uint8_t)((uint16_t)colour * by / 255);
}

void lights_render(const struct lights *lights, const uint8_t *frame, uint8_t pixels, uint16_t now, uint8_t *grb)
{
    if (!frame) {
        memset(grb, 0, (uint16_t)pixels * 3);
        grb[2] = dimmed(WAITING, swell(now));
        return;
    }
    while (pixels--) {
        const uint8_t *colour = lights->palette[*frame & 0x0F];
        uint8_t by = strength(*frame++ >> 4, now);
        *grb++ = dimmed(colour[1], by);
        *grb++ = dimmed(colour[0], by);
        *grb++ = dimmed(colour[2], by);
    }
}

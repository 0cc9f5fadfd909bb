#include "frame.h"

uint16_t crc16(const uint8_t *bytes, uint8_t count)
{
    uint16_t crc = 0xFFFF;
    while (count--) {
        crc = (uint16_t)(crc << 8 | crc >> 8);
        crc ^= *bytes++;
        crc ^= (uint8_t)crc >> 4;
        crc ^= (uint16_t)(crc << 12);
        crc ^= (uint16_t)((uint8_t)crc << 5);
    }
    return crc;
}

uint8_t frame_close(const uint8_t *body, uint8_t count, uint8_t *wire)
{
    uint16_t crc = crc16(body, count);
    uint8_t code = 0;                   /* where the distance to the next zero will stand */
    uint8_t end = 1;
    for (uint8_t i = 0; i < count + 2; i++) {
        uint8_t byte = i < count ? body[i] : i == count ? (uint8_t)crc : (uint8_t)(crc >> 8);
        if (byte) {
            wire[end++] = byte;
        } else {
            wire[code] = end - code;
            code = end++;
        }
    }
    wire[code] = end - code;
    wire[end++] = 0;
    return end;
}

uint8_t frame_open(uint8_t *wire, uint8_t count)
{
    uint8_t from = 0, to = 0;
    while (from < count) {
        uint8_t code = wire[from++];
        if (code == 0 || code - 1 > count - from)
            return 0;
        while (--code)
            wire[to++] = wire[from++];
        if (from < count)
            wire[to++] = 0;
    }
    if (to < LINE_HEAD + 2)
        return 0;
    to -= 2;
    if (crc16(wire, to) != (uint16_t)(wire[to] | wire[to + 1] << 8))
        return 0;
    return to;
}

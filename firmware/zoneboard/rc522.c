#include "rc522.h"

#include <string.h>

#include "clock.h"
#include "protocol.h"
#include "spi.h"

/* Registers (9.2), commands (10.3) and bits. */
enum {
    COMMAND = 0x01, COM_IRQ = 0x04, ERROR = 0x06, FIFO_DATA = 0x09, FIFO_LEVEL = 0x0A, CONTROL = 0x0C,
    BIT_FRAMING = 0x0D, COLL = 0x0E, TX_CONTROL = 0x14, TX_ASK = 0x15, RF_CFG = 0x26, T_MODE = 0x2A,
    T_PRESCALER = 0x2B, T_RELOAD_HIGH = 0x2C, T_RELOAD_LOW = 0x2D, VERSION = 0x37,
};
enum { IDLE = 0x0, TRANSCEIVE = 0xC, SOFT_RESET = 0xF };
enum { IRQ_TIMER = 0x01, IRQ_RX = 0x20, IRQ_TX = 0x40 };
enum { FAULT_COLLISION = 0x08, FAULT_ANY = 0x1F };
enum { START_SEND = 0x80, FLUSH = 0x80, ANTENNA = 0x83, NO_ANTENNA = 0x80, NO_POSITION = 0x20 };

/* Tags (14443-3, tables 3, 8 and 9). */
enum { REQA = 0x26, WUPA = 0x52, SELECT_1 = 0x93, SELECT_3 = 0x97, HALT = 0x50, GOES_ON = 0x04, CASCADE = 0x88 };

#define ANSWER_MOST 8
/* Between two looks whether an answer has come, and how many of them the chip's own timer may take at most. */
#define LOOK (TICKS_PER_MS / 20)
#define LOOKS_MOST 100

static struct {
    uint8_t data[ANSWER_MOST];
    uint8_t bits;
    uint8_t faults;
} answer;

enum result { ANSWERED, SILENT, BROKEN };

static void write(uint8_t address, uint8_t value)
{
    spi_select();
    spi_exchange(address << 1);
    spi_exchange(value);
    spi_deselect();
}

static uint8_t read(uint8_t address)
{
    spi_select();
    spi_exchange(0x80 | address << 1);
    uint8_t value = spi_exchange(0);
    spi_deselect();
    return value;
}

void rc522_reset(uint8_t reader)
{
    spi_choose(reader);
    write(COMMAND, SOFT_RESET);
}

static bool silent(uint8_t version)
{
    return version == 0x00 || version == 0xFF;      /* a line that nobody drives */
}

uint8_t rc522_set_up(uint8_t reader)
{
    spi_choose(reader);
    write(T_MODE, 0x80);                /* the timer starts when sending ends (9.3.3.10) */
    write(T_PRESCALER, 169);            /* (2 * 169 + 1) * (11 + 1) / 13.56 MHz = 0.3 ms (8.5): a tag begins to */
    write(T_RELOAD_HIGH, 0);            /* answer after 86 us */
    write(T_RELOAD_LOW, 11);
    write(TX_ASK, 0x40);                /* full modulation, without which tags of type A hear nothing (9.3.2.6) */
    write(RF_CFG, 0x40);                /* 33 dB (9.3.3.6) */
    write(COLL, 0);                     /* bits after a collision read as 0 (9.3.1.15) */
    write(TX_CONTROL, NO_ANTENNA);
    uint8_t version = read(VERSION);
    return silent(version) ? 0 : version;
}

void rc522_field(uint8_t reader, bool on)
{
    spi_choose(reader);
    write(TX_CONTROL, on ? ANTENNA : NO_ANTENNA);
}

static enum result exchange(const uint8_t *frame, uint8_t count, uint8_t framing, uint8_t until)
{
    write(COMMAND, IDLE);
    write(COM_IRQ, 0x7F);
    write(FIFO_LEVEL, FLUSH);
    spi_select();
    spi_exchange(FIFO_DATA << 1);
    while (count--)
        spi_exchange(*frame++);
    spi_deselect();
    write(COMMAND, TRANSCEIVE);
    write(BIT_FRAMING, START_SEND | framing);
    for (uint8_t looks = LOOKS_MOST;; looks--) {
        wait_ticks(LOOK);
        uint8_t irq = read(COM_IRQ);
        if (irq & until)
            break;
        if (irq & IRQ_TIMER)
            return SILENT;
        if (!looks)
            return BROKEN;
    }
    if (until == IRQ_TX)
        return SILENT;
    answer.faults = read(ERROR) & FAULT_ANY;
    uint8_t level = read(FIFO_LEVEL), odd = read(CONTROL) & 0x07;
    if (level > 64)
        return BROKEN;
    if (level > ANSWER_MOST)
        level = ANSWER_MOST;
    spi_select();
    spi_exchange(0x80 | FIFO_DATA << 1);
    for (uint8_t i = 0; i < level; i++)
        answer.data[i] = spi_exchange(i + 1 < level ? 0x80 | FIFO_DATA << 1 : 0);
    spi_deselect();
    answer.bits = level * 8 - (odd ? 8 - odd : 0);
    return ANSWERED;
}

/* CRC_A (14443-3, 6.2.4 and annex B), low byte first. */
static void close_with_crc(uint8_t *frame, uint8_t count)
{
    uint16_t crc = 0x6363;
    for (uint8_t i = 0; i < count; i++) {
        uint8_t byte = frame[i] ^ (uint8_t)crc;
        byte ^= byte << 4;
        crc = crc >> 8 ^ (uint16_t)byte << 8 ^ (uint16_t)byte << 3 ^ byte >> 4;
    }
    frame[count] = (uint8_t)crc;
    frame[count + 1] = (uint8_t)(crc >> 8);
}

/* Finds the number of one tag among those that answer, bit by bit where they differ (14443-3, 6.5.3): where one says 0
   and another 1, the others go on who said 1. `frame` holds the level's command; the number comes after its NVB. */
static enum heard single_out(uint8_t *frame)
{
    uint8_t known = 0;                  /* bits of the number */
    memset(frame + 2, 0, 5);
    for (;;) {
        uint8_t whole = known >> 3, odd = known & 7;
        frame[1] = (uint8_t)((2 + whole) << 4) | odd;
        /* What comes fills up the byte that was begun. */
        switch (exchange(frame, 2 + whole + (odd != 0), (uint8_t)(odd << 4) | odd, IRQ_RX)) {
        case SILENT:
            return HEARD_GARBLED;
        case BROKEN:
            return HEARD_NO_CHIP;
        case ANSWERED:
            break;
        }
        if (answer.faults & ~FAULT_COLLISION || answer.bits != 40 - (whole << 3))
            return HEARD_GARBLED;
        uint8_t kept = (uint8_t)((1 << odd) - 1);
        frame[2 + whole] = (frame[2 + whole] & kept) | (answer.data[0] & (uint8_t)~kept);
        memcpy(frame + 3 + whole, answer.data + 1, 4 - whole);
        if (!(answer.faults & FAULT_COLLISION))
            break;
        uint8_t position = read(COLL);
        if (position & NO_POSITION)
            return HEARD_GARBLED;
        position &= 0x1F;
        if (!position)
            position = 32;
        if (position <= known)
            return HEARD_GARBLED;
        known = position;
        frame[2 + ((known - 1) >> 3)] |= (uint8_t)(1 << ((known - 1) & 7));
    }
    return (frame[2] ^ frame[3] ^ frame[4] ^ frame[5]) == frame[6] ? HEARD_ALL : HEARD_GARBLED;
}

/* Reads one tag that is awake, through the cascade levels that its answers ask for, and halts it. */
static enum heard read_one(uint8_t *uid, uint8_t *length)
{
    uint8_t frame[9], halt[4] = {HALT, 0};
    *length = 0;
    for (frame[0] = SELECT_1; frame[0] <= SELECT_3; frame[0] += 2) {
        enum heard heard = single_out(frame);
        if (heard != HEARD_ALL)
            return heard;
        frame[1] = 0x70;
        close_with_crc(frame, 7);
        switch (exchange(frame, 9, 0, IRQ_RX)) {
        case SILENT:
            return HEARD_GARBLED;
        case BROKEN:
            return HEARD_NO_CHIP;
        case ANSWERED:
            break;
        }
        uint8_t sak[3] = {answer.data[0]};
        close_with_crc(sak, 1);
        if (answer.faults || answer.bits != 24 || memcmp(sak, answer.data, 3) != 0)
            return HEARD_GARBLED;
        bool goes_on = sak[0] & GOES_ON;
        if (goes_on && frame[2] != CASCADE)
            return HEARD_GARBLED;
        memcpy(uid + *length, frame + 2 + goes_on, 4 - goes_on);
        *length += 4 - goes_on;
        if (!goes_on) {
            close_with_crc(halt, 2);
            exchange(halt, sizeof halt, 0, IRQ_TX);
            return HEARD_ALL;
        }
    }
    return HEARD_GARBLED;               /* a number of more than three levels */
}

/* A chip that lost power for a moment talks, but its field is off. */
static bool well(void)
{
    return !silent(read(VERSION)) && (read(TX_CONTROL) & ANTENNA) == ANTENNA;
}

enum heard rc522_ask(uint8_t reader, void (*found)(uint8_t reader, const uint8_t *uid, uint8_t length))
{
    spi_choose(reader);
    uint8_t request = WUPA;
    for (uint8_t count = 0; count < MOST_TAGS; count++) {
        uint8_t uid[MOST_UID + 2], length;
        enum result result = exchange(&request, 1, 7, IRQ_RX);
        if (result == BROKEN)
            return HEARD_NO_CHIP;
        if (result == SILENT)
            return well() ? HEARD_ALL : HEARD_NO_CHIP;
        /* Tags with numbers of different lengths collide in this answer already. */
        if (answer.faults & ~FAULT_COLLISION || answer.bits != 16)
            return well() ? HEARD_GARBLED : HEARD_NO_CHIP;
        enum heard heard = read_one(uid, &length);
        if (heard != HEARD_ALL)
            return heard;
        found(reader, uid, length);
        request = REQA;                 /* wakes those that were not halted */
    }
    return HEARD_ALL;
}

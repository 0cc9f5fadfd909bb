/* A zone board on simavr's bench, for Python: the image on its chip, SPI to chip models, pixels decoded from their
   pin, and a UART that loses bytes as the chip does. simavr's own receiver never overruns, and its SPI takes 100 us a
   byte at any speed, so these two are replaced. */
#include <simavr/avr_ioport.h>
#include <simavr/avr_spi.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <stdlib.h>
#include <string.h>

#define READERS_MOST 24
#define PIXEL_BYTES 256
#define QUEUE (1 << 16)
#define SPCR 0x4C
#define SPSR 0x4D
#define SPDR 0x4E
#define UCSRA 0xC0
#define UDR 0xC6

typedef uint8_t (*spi_call)(uint32_t reader, uint32_t first, uint32_t byte, uint64_t cycle);

struct bench;
struct place {
    struct bench *bench;
    uint32_t reader;
};

struct bench {
    avr_t *avr;
    avr_irq_t *miso;
    avr_uart_t *uart;
    spi_call exchange;

    struct place places[READERS_MOST];
    int selected, first, stuck;

    /* The receiver: two bytes in its buffer, one in its shift register (data sheet ATmega328P, 19.8). */
    uint8_t buffer[3];
    int waiting, overrun;
    uint32_t lost;
    uint8_t line[QUEUE];
    uint32_t line_begin, line_end;
    int line_runs;
    uint64_t byte_cycles;

    uint8_t sent[QUEUE];
    uint64_t sent_at[QUEUE];
    uint32_t sent_begin, sent_end;

    /* WS2812: what comes in, and the last whole frame. */
    uint64_t rose, fell;
    uint8_t coming[PIXEL_BYTES], shown[PIXEL_BYTES];
    uint32_t bits, shown_bits, frames, bad_pulses;
    uint64_t shown_at, longest_gap;
};

static double ns(struct bench *bench, uint64_t cycles)
{
    return (double)cycles * 1e9 / bench->avr->frequency;
}

static void latch(struct bench *bench)
{
    if (!bench->bits)
        return;
    memcpy(bench->shown, bench->coming, sizeof bench->shown);
    bench->shown_bits = bench->bits;
    bench->shown_at = bench->fell;
    bench->frames++;
    bench->bits = 0;
}

static void on_pixel(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    struct bench *bench = param;
    uint64_t now = bench->avr->cycle;
    if (value) {
        double low = ns(bench, now - bench->fell);
        if (low >= 50e3)
            latch(bench);
        else if (bench->bits && now - bench->fell > bench->longest_gap)
            bench->longest_gap = now - bench->fell;
        if (bench->bits % 8 && (ns(bench, now - bench->rose) < 650 || ns(bench, now - bench->rose) > 1850))
            bench->bad_pulses++;
        bench->rose = now;
        return;
    }
    if (bench->rose <= bench->fell)
        return;
    double high = ns(bench, now - bench->rose);
    int one = high >= 650 && high <= 950;
    if (!one && !(high >= 250 && high <= 550))
        bench->bad_pulses++;
    if (bench->bits < PIXEL_BYTES * 8) {
        uint8_t *byte = &bench->coming[bench->bits / 8];
        *byte = (uint8_t)(*byte << 1 | one);
        bench->bits++;
    }
    bench->fell = now;
}

static void on_select(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    struct place *place = param;
    struct bench *bench = place->bench;
    if (!value) {
        bench->selected = (int)place->reader;
        bench->first = 1;
    } else if (bench->selected == (int)place->reader) {
        bench->selected = -1;
    }
}

/* A byte of SPI is through: eight bits at the speed that is set (data sheet, 18.5). */
static avr_cycle_count_t on_exchanged(avr_t *avr, avr_cycle_count_t when, void *param)
{
    (void)when;
    struct bench *bench = param;
    uint8_t answer = 0xFF;
    if (bench->selected >= 0) {
        uint8_t byte = avr->data[SPDR];
        answer = bench->exchange((uint32_t)bench->selected, (uint32_t)bench->first, byte, avr->cycle);
        bench->first = 0;
    }
    avr_raise_irq(bench->miso, answer);
    return 0;
}

static void write_spdr(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    static const uint8_t shifts[] = {2, 4, 6, 7};
    int shift = shifts[avr->data[SPCR] & 3] - (avr->data[SPSR] & 1);
    avr->data[address] = value;
    avr->data[SPSR] &= 0x7F;
    if (!((struct bench *)param)->stuck)
        avr_cycle_timer_register(avr, 8ull << shift, on_exchanged, param);
}

static void on_sent(avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    struct bench *bench = param;
    bench->sent[bench->sent_end % QUEUE] = (uint8_t)value;
    bench->sent_at[bench->sent_end % QUEUE] = bench->avr->cycle;
    bench->sent_end++;
}

static uint8_t read_udr(avr_t *avr, avr_io_addr_t address, void *param)
{
    (void)address;
    struct bench *bench = param;
    uint8_t byte = bench->buffer[0];
    if (bench->waiting) {
        bench->buffer[0] = bench->buffer[1];
        bench->buffer[1] = bench->buffer[2];
        bench->waiting--;
    }
    bench->overrun = 0;
    if (bench->waiting)
        avr_raise_interrupt(avr, &bench->uart->rxc);
    else
        avr_clear_interrupt(avr, &bench->uart->rxc);
    return byte;
}

static uint8_t read_ucsra(avr_t *avr, avr_io_addr_t address, void *param)
{
    struct bench *bench = param;
    uint8_t value = avr->data[address] & (uint8_t)~(1 << 7 | 1 << 3);
    return value | (bench->waiting ? 1 << 7 : 0) | (bench->overrun ? 1 << 3 : 0);
}

static avr_cycle_count_t on_byte(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct bench *bench = param;
    uint8_t byte = bench->line[bench->line_begin++ % QUEUE];
    if (bench->waiting == 3) {
        bench->overrun = 1;
        bench->lost++;
    } else {
        bench->buffer[bench->waiting++] = byte;
        avr_raise_interrupt(avr, &bench->uart->rxc);
    }
    bench->line_runs = bench->line_begin != bench->line_end;
    return bench->line_runs ? when + bench->byte_cycles : 0;
}

static void hook(struct bench *bench)
{
    avr_t *avr = bench->avr;
    avr->io[AVR_DATA_TO_IO(UDR)].r.c = read_udr;
    avr->io[AVR_DATA_TO_IO(UDR)].r.param = bench;
    avr->io[AVR_DATA_TO_IO(UCSRA)].r.c = read_ucsra;
    avr->io[AVR_DATA_TO_IO(UCSRA)].r.param = bench;
    avr->io[AVR_DATA_TO_IO(SPDR)].w.c = write_spdr;
    avr->io[AVR_DATA_TO_IO(SPDR)].w.param = bench;
}

/* selects: "B2B1..." the readers' chip selects in order; pixel: "D6". NULL when simavr does not take the image. */
struct bench *bench_new(const char *chip, const char *image, uint32_t clock, uint32_t baud, const char *selects,
                        const char *pixel, spi_call exchange)
{
    struct bench *bench = calloc(1, sizeof *bench);
    elf_firmware_t firmware;
    memset(&firmware, 0, sizeof firmware);
    if (elf_read_firmware(image, &firmware) || !(bench->avr = avr_make_mcu_by_name(chip)))
        return NULL;
    avr_t *avr = bench->avr;
    avr_init(avr);
    avr->log = LOG_NONE;
    avr->frequency = firmware.frequency = clock;
    avr_load_firmware(avr, &firmware);
    bench->exchange = exchange;
    bench->selected = -1;
    bench->byte_cycles = (uint64_t)clock * 10 / baud;
    for (avr_io_t *io = avr->io_port; io; io = io->next)
        if (!strcmp(io->kind, "uart") && ((avr_uart_t *)io)->name == '0')
            bench->uart = (avr_uart_t *)io;
    if (!bench->uart || bench->uart->r_udr != UDR || bench->uart->r_ucsra != UCSRA)
        return NULL;
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
    flags &= ~(uint32_t)(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POLL_SLEEP);
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    hook(bench);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_sent, bench);
    bench->miso = avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_INPUT);
    for (uint32_t reader = 0; selects[2 * reader] && reader < READERS_MOST; reader++) {
        bench->places[reader] = (struct place){bench, reader};
        avr_irq_t *pin = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(selects[2 * reader]), selects[2 * reader + 1] - '0');
        avr_irq_register_notify(pin, on_select, &bench->places[reader]);
    }
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(pixel[0]), pixel[1] - '0'), on_pixel, bench);
    return bench;
}

void bench_free(struct bench *bench)
{
    avr_terminate(bench->avr);
    free(bench);
}

/* Runs so many cycles; 0, or simavr's state when the program came to an end it should not have. */
int bench_run(struct bench *bench, uint64_t cycles)
{
    uint64_t end = bench->avr->cycle + cycles;
    while (bench->avr->cycle < end) {
        int state = avr_run(bench->avr);
        if (state == cpu_Done || state == cpu_Crashed)
            return state;
    }
    return 0;
}

uint64_t bench_cycle(struct bench *bench) { return bench->avr->cycle; }

void bench_reset(struct bench *bench)
{
    bench->waiting = bench->overrun = 0;
    avr_reset(bench->avr);
}

/* The bus hangs, so that whoever waits for it does. */
void bench_stick(struct bench *bench) { bench->stuck = 1; }
void bench_unstick(struct bench *bench) { bench->stuck = 0; }

/* Bytes of the host's, one after the other at the line's speed. */
void bench_feed(struct bench *bench, const uint8_t *bytes, uint32_t count)
{
    while (count--)
        bench->line[bench->line_end++ % QUEUE] = *bytes++;
    if (!bench->line_runs && bench->line_begin != bench->line_end) {
        bench->line_runs = 1;
        avr_cycle_timer_register(bench->avr, bench->byte_cycles, on_byte, bench);
    }
}

/* Forgets what is still on the way to the board. */
void bench_cut(struct bench *bench)
{
    avr_cycle_timer_cancel(bench->avr, on_byte, bench);
    bench->line_begin = bench->line_end;
    bench->line_runs = 0;
}

uint32_t bench_sent(struct bench *bench, uint8_t *bytes, uint64_t *at, uint32_t most)
{
    uint32_t count = 0;
    for (; count < most && bench->sent_begin != bench->sent_end; count++) {
        bytes[count] = bench->sent[bench->sent_begin % QUEUE];
        at[count] = bench->sent_at[bench->sent_begin++ % QUEUE];
    }
    return count;
}

/* The last whole frame of pixels: its bytes, how many, and the cycle of its last edge. */
uint32_t bench_pixels(struct bench *bench, uint8_t *bytes, uint64_t *at)
{
    if (bench->bits && ns(bench, bench->avr->cycle - bench->fell) >= 50e3)
        latch(bench);
    memcpy(bytes, bench->shown, sizeof bench->shown);
    *at = bench->shown_at;
    return bench->shown_bits / 8;
}

uint32_t bench_lost(struct bench *bench) { return bench->lost; }
uint32_t bench_frames(struct bench *bench) { return bench->frames; }
uint32_t bench_bad_pulses(struct bench *bench) { return bench->bad_pulses; }
uint64_t bench_longest_gap(struct bench *bench) { return bench->longest_gap; }

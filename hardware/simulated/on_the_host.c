/* The board's link and its table of tags, for whoever drives them from outside with bytes and milliseconds. */
#include <stdlib.h>
#include <string.h>

#include "../../firmware/zoneboard/lights.h"
#include "../../firmware/zoneboard/link.h"

struct board {
    struct link link;
    struct tags tags;
    uint16_t dropped;
};

struct board *board_new(uint8_t readers, uint8_t pixels, uint8_t boot, uint16_t now)
{
    struct board *board = calloc(1, sizeof *board);
    tags_begin(&board->tags, &board->link);
    link_begin(&board->link, &board->tags, readers, boot, now);
    board->link.about.pixels = pixels;
    board->link.about.reset = RESET_POWER;
    strcpy(board->link.about.name, "left");
    for (uint8_t reader = 0; reader < readers; reader++)
        board->tags.readers[reader].chip = 0x92;
    return board;
}

void board_render(struct board *board, const uint8_t *palette, uint8_t colours, const uint8_t *frame, uint8_t pixels,
                  uint16_t now, uint8_t *grb)
{
    struct lights lights;
    (void)board;
    lights_begin(&lights);
    lights_paint(&lights, palette, colours);
    lights_render(&lights, frame, pixels, now, grb);
}

void board_free(struct board *board) { free(board); }

void board_rename(struct board *board, const char *name) { strncpy(board->link.about.name, name, MOST_NAME); }
void board_ready(struct board *board) { board->link.ready = true; }

void board_take(struct board *board, const uint8_t *bytes, unsigned count, uint16_t now)
{
    while (count--)
        link_take(&board->link, *bytes++, now);
}

unsigned board_give(struct board *board, uint8_t *wire, uint16_t now) { return link_give(&board->link, wire, now); }

void board_visit(struct board *board, uint8_t reader) { tags_visit(&board->tags, reader); }

void board_seen(struct board *board, uint8_t reader, const uint8_t *uid, unsigned length)
{
    tags_seen(&board->tags, reader, uid, (uint8_t)length);
}

void board_left(struct board *board, uint8_t reader, int garbled) { tags_left(&board->tags, reader, garbled); }

void board_dead(struct board *board, uint8_t reader) { tags_dead(&board->tags, reader); }
void board_well(struct board *board, uint8_t reader) { tags_well(&board->tags, reader); }
void board_chip(struct board *board, uint8_t reader, unsigned chip) { board->tags.readers[reader].chip = (uint8_t)chip; }
const uint8_t *board_lights(const struct board *board) { return board->link.lights; }
unsigned board_counter(const struct board *board, unsigned which) { return board->link.counters[which]; }
unsigned board_session(const struct board *board) { return board->link.session; }

unsigned open_frame(uint8_t *wire, unsigned count) { return frame_open(wire, (uint8_t)count); }
unsigned close_frame(const uint8_t *body, unsigned count, uint8_t *wire) { return frame_close(body, (uint8_t)count, wire); }

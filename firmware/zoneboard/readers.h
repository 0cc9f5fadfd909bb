/* Goes from reader to reader, one field on at a time. */
#ifndef READERS_H
#define READERS_H

#include <stdint.h>

#include "link.h"

void readers_begin(struct tags *tags, struct link *link);

/* Does what is due, for at most some 15 ms. */
void readers_step(uint16_t now);

#endif

/* What the board keeps without power. */
#ifndef STORE_H
#define STORE_H

#include <stdint.h>

/* Another number than at the start before. */
uint8_t store_boot(void);

/* Reads the name with its closing zero; "zones" where nobody has given one. */
void store_name(char *name);
void store_rename(const char *name);

#endif

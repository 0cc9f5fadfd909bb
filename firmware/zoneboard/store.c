#include "store.h"

#include <avr/eeprom.h>
#include <string.h>

#include "protocol.h"

/* Address 0 is left alone: it is the one that a failing supply spoils. */
#define BOOT ((uint8_t *)1)
#define NAME ((uint8_t *)2)

uint8_t store_boot(void)
{
    uint8_t boot = eeprom_read_byte(BOOT) + 1;
    eeprom_write_byte(BOOT, boot);
    return boot;
}

void store_name(char *name)
{
    eeprom_read_block(name, NAME, MOST_NAME);
    name[MOST_NAME] = 0;
    for (char *letter = name; *letter; letter++)
        if (*letter < ' ' || *letter > '~') {
            *name = 0;                  /* an EEPROM that was never written is full of 0xFF */
            break;
        }
    if (!*name)
        strcpy(name, "zones");
}

void store_rename(const char *name)
{
    eeprom_update_block(name, NAME, MOST_NAME);
}

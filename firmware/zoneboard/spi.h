/* The bus that all readers share: one of them is selected at a time. */
#ifndef SPI_H
#define SPI_H

#include <stdint.h>

void spi_begin(void);

/* Says whom `spi_select` means from now on. */
void spi_choose(uint8_t reader);
void spi_select(void);
void spi_deselect(void);
uint8_t spi_exchange(uint8_t byte);

#endif

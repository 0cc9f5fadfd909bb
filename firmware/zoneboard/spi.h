/* The bus that all readers share: one of them is selected at a time. */
#ifndef SPI_H
#define SPI_H

#include <stdint.h>

void spi_begin(void);
void spi_select(uint8_t reader);
void spi_deselect(uint8_t reader);
uint8_t spi_exchange(uint8_t byte);

#endif

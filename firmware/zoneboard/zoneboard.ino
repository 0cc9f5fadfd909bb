// For the Arduino IDE: open this file, choose "Arduino Pro Mini, ATmega328P (3.3V, 8 MHz)" or "Arduino Mega 2560", and
// upload. The program is in the C files beside it, from main.c on; nothing of the Arduino core is used.

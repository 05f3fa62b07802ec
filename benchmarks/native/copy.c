/* Copies of as many bytes as a state has, into a ring of 1024: what a clone is measured against. */
#include <stdint.h>
#include <string.h>

void copies(char *ring, const char *from, int64_t size, int64_t count) {
    for (int64_t i = 0; i < count; i++) memcpy(ring + (i & 1023) * size, from, (size_t)size);
}

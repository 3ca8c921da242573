/* SPDX-License-Identifier: Apache-2.0
   What libstdc++ of g++ 12 takes from newer C libraries (glibc 2.32 and 2.36), for older ones. */
#include <sys/random.h>

char __libc_single_threaded = 0; /* reference counts are atomic */

unsigned arc4random(void) {
    unsigned value;
    while (getrandom(&value, sizeof value, 0) != sizeof value) {
    }
    return value;
}

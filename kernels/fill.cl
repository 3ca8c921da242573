// SPDX-License-Identifier: Apache-2.0
// fill: stores to every 16 bytes of a buffer, as fast as a device can write: the reference rate for work whose limit is
// writing. Each work-item stores a vector; consecutive work-items of a group write consecutive memory.
kernel void fill(global uint4* restrict words, uint value) {
    words[get_global_id(0)] = (uint4)(value);
}

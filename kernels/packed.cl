// SPDX-License-Identifier: Apache-2.0
// packed: sums and minima of words of two 16-bit cells, by the instructions that NV_PACKED_MIN chooses in cell.cl. The
// host builds and checks it to find out if a device has them.
#include "cell.cl"

kernel void packed(global const word* a, global const word* b, global word* sums, global word* least) {
    const size_t at = get_global_id(0);
    sums[at] = WORD_ADD(a[at], b[at]);
    least[at] = WORD_MIN(a[at], b[at]);
}

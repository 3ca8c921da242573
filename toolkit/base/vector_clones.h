// SPDX-License-Identifier: Apache-2.0
// Functions that are compiled for several instruction sets, so that one build uses the widest vectors of each x86-64.
#pragma once

// Before a function: the loader picks its clone for the processor. `avx512` names the widest set, "avx512f", or
// "arch=skylake-avx512" where loops of bytes and masks gain by its further parts. Elsewhere, and with sanitizers, which
// start too late for the loader's choice, there is one function.
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define ALLWAYS_VECTOR_CLONES(avx512) __attribute__((target_clones(avx512, "avx2", "default")))
#else
#define ALLWAYS_VECTOR_CLONES(avx512)
#endif

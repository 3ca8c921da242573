// SPDX-License-Identifier: Apache-2.0
// The block operations on tiles in host memory, for the reference executor. A tile is tile × tile cells, row-major.
// Every sum equals the kernels', in an order that gives the same minimum, so floats agree bit for bit with a device
// that runs the same schedule over the same tiles.
#pragma once

#include <cstddef>
#include <cstdint>

namespace allways::engine {

// C ← C ⊕ A⊗B. C overlaps neither A nor B. `cost_bits` clears the first-arc bits of the right operand (if there are
// any, int32 only; else ~0). With a hop array: hop(C) ← hop(A at the winning k), the first k on a tie.
void multiply_tile(std::int32_t* c, const std::int32_t* a, const std::int32_t* b, std::size_t tile,
                   std::int32_t cost_bits);
void multiply_tile(std::uint16_t* c, const std::uint16_t* a, const std::uint16_t* b, std::size_t tile,
                   std::int32_t cost_bits);
void multiply_tile(float* c, const float* a, const float* b, std::size_t tile, std::int32_t cost_bits);
void multiply_tile(double* c, const double* a, const double* b, std::size_t tile, std::int32_t cost_bits);
void multiply_tile(std::int32_t* c, std::uint32_t* c_hops, const std::int32_t* a, const std::uint32_t* a_hops,
                   const std::int32_t* b, std::size_t tile);
void multiply_tile(float* c, std::uint32_t* c_hops, const float* a, const std::uint32_t* a_hops, const float* b,
                   std::size_t tile);
void multiply_tile(double* c, std::uint32_t* c_hops, const double* a, const std::uint32_t* a_hops, const double* b,
                   std::size_t tile);

}  // namespace allways::engine

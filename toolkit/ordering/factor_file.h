// A factor kept in a file, so that a network that does not change is ordered and factorized once.
//
//     header   magic, version, byte order, type, sizes, checksum of the file, fingerprint of the problem
//     node_at  n × uint32: the order; the tree and the filled graph are made from it again
//     up       fill × T, by rank as in Factor
//     down     fill × T
//
// Numbers are as the machine keeps them; a file of a machine with the other byte order is refused.
#pragma once

#include <span>
#include <string>

#include "ordering/factor.h"

namespace allways::ordering {

// `graph`, `cells`: what the factor was made of. An older file of that name is replaced when the new one is complete.
// Throws InputError, with the file's name, where it cannot be written.
template <class T>
void write_factor(const std::string& path, const Factor<T>& factor, const Graph& graph, std::span<const T> cells);

// The very factor that was written. Throws InputError, with the file's name and what is wrong, where the file cannot be
// read, is damaged or no factor, or was made of another graph, other cells or another type. O(file + elimination).
template <class T>
Factor<T> read_factor(const std::string& path, const Graph& graph, std::span<const T> cells);

}  // namespace allways::ordering

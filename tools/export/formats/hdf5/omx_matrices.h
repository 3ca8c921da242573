// SPDX-License-Identifier: Apache-2.0
// The matrices of a table in an Open Matrix file: distances and skims, raw or natural numbers, all under /data.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "allways/base/units.h"
#include "allways/export/export.h"
#include "allways/result/skim.h"
#include "export/formats/formats.h"
#include "export/formats/hdf5/omx_writer.h"
#include "export/formats/stored_numbers.h"

namespace allways::tools {

// The attribute `kind` of a matrix: a table has one matrix of distances, to which next hops belong, or one of unsolved
// direct costs.
enum class MatrixKind { distances, costs, skim };

// The dataset's name: "time_ms" for raw numbers, "time_s" for natural ones. HDF5 names have no '/'.
std::string matrix_name(const StoredNumbers& numbers);

// The number for unreachable: NaN in natural floats, which other programs omit from sums; else unreachable_cost<T>.
template <class T>
T absent_number(const StoredNumbers& numbers) {
    if constexpr (std::is_floating_point_v<T>) {
        if (!numbers.raw()) return std::numeric_limits<T>::quiet_NaN();
    }
    return unreachable_cost<T>;
}

// Creates an empty dataset in the group `data`, with attributes that define its numbers.
struct MatrixFacts {
    std::string name;
    MatrixKind kind;
    const CostScale& scale;
    const StoredNumbers& numbers;
};
importers::hdf5::Handle make_matrix(OmxWriter& writer, hid_t data, const MatrixFacts& facts, std::size_t rows,
                                    std::size_t columns);

// Writes all numbers of such a matrix, converted by `numbers`.
void fill_matrix(OmxWriter& writer, hid_t matrix, const CostView& values, const StoredNumbers& numbers,
                 std::size_t rows, std::size_t columns);

// The same conversion in memory.
CostVector stored(const CostVector& values, const StoredNumbers& numbers);

// The dataset of a skim. Names that are taken get a number ("length_m_2").
struct SkimMatrix {
    std::string name;
    CostScale scale;
    StoredNumbers numbers;
};
// The datasets for the skims of a frame (streamed tables), or for skims in memory.
std::vector<SkimMatrix> skim_matrices(const std::string& distances, const TableFrame& frame, const std::string& dtype);
std::vector<SkimMatrix> skim_matrices(const std::string& distances, const std::vector<Skim>& skims,
                                      const std::string& dtype);

// Writes every skim into its matrix.
void write_skims(OmxWriter& writer, hid_t data, const std::vector<Skim>& skims, const std::vector<SkimMatrix>& matrices,
                 std::size_t rows, std::size_t columns);

// The bytes of a cell in all these matrices.
std::uint64_t cell_bytes(const std::vector<SkimMatrix>& matrices);

}  // namespace allways::tools

// The matrices of a table in an Open Matrix file: distances and skims, raw or natural numbers, all under /data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "allways/base/units.h"
#include "allways/result/skim.h"
#include "export/omx_writer.h"
#include "export/stored_numbers.h"

namespace allways::tools {

// What a matrix is, as its attribute `kind` says: a table has one of distances, to which next hops belong, or of direct
// costs that are not solved.
enum class MatrixKind { distances, costs, skim };

// The dataset's name: "time_ms" of raw numbers, "time_s" of natural ones. A name in HDF5 has no '/'.
std::string matrix_name(const StoredNumbers& numbers);

// What stands for unreachable: NaN beside natural floats, which other programs leave out of their sums; else
// unreachable_cost<T>.
template <class T>
T absent_number(const StoredNumbers& numbers) {
    if constexpr (std::is_floating_point_v<T>) {
        if (!numbers.raw()) return std::numeric_limits<T>::quiet_NaN();
    }
    return unreachable_cost<T>;
}

// A dataset in the group `data` that holds nothing yet, with what its numbers mean.
hdf5::Handle make_matrix(OmxWriter& writer, hid_t data, const std::string& name, MatrixKind kind,
                         const CostScale& scale, const StoredNumbers& numbers, std::size_t rows, std::size_t columns);

// All numbers of such a matrix, as `numbers` says.
void fill_matrix(OmxWriter& writer, hid_t matrix, const CostVector& values, const StoredNumbers& numbers,
                 std::size_t rows, std::size_t columns);

// The same numbers in memory.
CostVector stored(const CostVector& values, const StoredNumbers& numbers);

// Every skim beside the distances, which are called `distances`. Names that are taken get a number ("length_m_2").
void write_skims(OmxWriter& writer, hid_t data, const std::string& distances, const std::vector<Skim>& skims,
                 const std::string& dtype, std::size_t rows, std::size_t columns);

// What that writes.
std::uint64_t bytes_of(const std::vector<Skim>& skims, const std::string& dtype);

}  // namespace allways::tools

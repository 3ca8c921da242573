// The matrices of a table in an Open Matrix file: distances and skims, all raw, all under /data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "allways/base/units.h"
#include "allways/result/skim.h"
#include "export/omx_writer.h"

namespace allways::tools {

// What a matrix is, as its attribute `kind` says: a table has one of distances, to which next hops belong, or of direct costs
// that are not solved.
enum class MatrixKind { distances, costs, skim };

// The dataset's name: that of raw numbers, "time_ms". A name in HDF5 has no '/'.
std::string matrix_name(const CostScale& scale);

// A dataset in the group `data` that holds nothing yet, with what its numbers mean.
hdf5::Handle make_matrix(OmxWriter& writer, hid_t data, const std::string& name, MatrixKind kind, const CostScale& scale,
                         CostType type, std::size_t rows, std::size_t columns);

// Every skim beside the distances of `distances`. Names that are taken get a number ("length_m_2").
void write_skims(OmxWriter& writer, hid_t data, const CostScale& distances, const std::vector<Skim>& skims, std::size_t rows,
                 std::size_t columns);

// What that writes.
std::uint64_t bytes_of(const std::vector<Skim>& skims);

}  // namespace allways::tools

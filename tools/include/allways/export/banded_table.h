// A table that goes to disk in bands of rows while it is solved, and that a later run can go on with.
#pragma once

#include <cstdint>
#include <string>

#include "allways/engine/banded_solve.h"
#include "allways/export/export.h"

namespace allways {

// Bytes of disk that a job's table takes in its file, and that are to be had in the file's folder; what a run that
// ended has left of it counts as had.
struct DiskNeed {
    std::uint64_t needed = 0;
    std::uint64_t available = 0;
};
DiskNeed disk_need(const BandedSolve& job, const std::string& path);
// Throws CapacityError with the figures.
void require_disk(const DiskNeed& need, const std::string& path);

// Solves, and writes to `path` in a format that has write_frame. `resume`: goes on where a run of the same job ended,
// if one did. Returns what was done; seconds of "write" are beside those of "solve". Whatever is thrown (by Ctrl-C, a
// full disk, …): the rows that are finished are kept for the next run, and options.log says so. Throws what
// BandedSolve, PartialFile and require_disk do.
SolveReport write_in_bands(BandedSolve& job, const RoadNetwork& network, const std::string& path,
                           const ExportOptions& options, bool resume);

}  // namespace allways

// A table that is written in bands of rows while it is solved, and that a later run can resume.
#pragma once

#include <cstdint>
#include <string>

#include "allways/engine/banded_solve.h"
#include "allways/export/export.h"

namespace allways {

// Bytes of disk that a job's table takes, and that are available in its folder; bytes left by an ended run count as
// available.
struct DiskNeed {
    std::uint64_t needed = 0;
    std::uint64_t available = 0;
};
DiskNeed disk_need(const BandedSolve& job, const std::string& path);
// Throws CapacityError with both figures.
void require_disk(const DiskNeed& need, const std::string& path);

// Solves, and writes to `path` in a format that has write_frame. `resume`: continues a run of the same job, if there is
// one. Returns the solver's report; "write" counts beside "solve". After any exception (Ctrl-C, a full disk, …) the
// finished rows are kept for the next run, and options.log says so. Throws as BandedSolve, PartialFile and require_disk
// do.
SolveReport write_in_bands(BandedSolve& job, const RoadNetwork& network, const std::string& path,
                           const ExportOptions& options, bool resume);

}  // namespace allways

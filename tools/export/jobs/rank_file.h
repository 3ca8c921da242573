// SPDX-License-Identifier: Apache-2.0
// A table's file that several ranks write: rank 0 lays it out, every rank writes rows in their places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "allways/engine/table_stream.h"
#include "engine/stream/rank_rows.h"
#include "export/formats/laid_out_rows.h"
#include "export/jobs/partial_file.h"

namespace allways::tools {

// For rank 0: computes and writes rows from `first` on together with the others. `file` is laid out and has a place for
// each row; `write` takes those of this rank and returns their checksum. All ranks must agree in the facts. Throws as
// TableStream::run, and what the callbacks throw.
void write_first_rank(TableStream& job, std::size_t first, const std::string& file, const JobFacts& facts,
                      const engine::RankRows& rows, const engine::RankProgress& progress);

// For the others, until all rows are finished. They put their rows on disk that often, at most. `open` opens the file
// for them. Throws RankError if the facts differ from those of rank 0.
void write_other_rank(TableStream& job, const JobFacts& facts, double checkpoint_seconds,
                      const std::function<std::unique_ptr<LaidOutRows>(const std::string& file)>& open);

}  // namespace allways::tools

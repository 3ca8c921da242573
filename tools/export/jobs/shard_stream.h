// SPDX-License-Identifier: Apache-2.0
// Some rows of a table into the file that its shards share.
#pragma once

#include "allways/export/stream_table.h"
#include "export/jobs/job_record.h"

namespace allways::tools {

// Computes and writes the rows of stream.shard (see sharded_table.h), or finds that they are finished. Throws as
// write_stream.
void write_shard(TableStream& job, const TableFrame& frame, const OutputFormat& output, const std::string& path,
                 const ExportOptions& options, const StreamOptions& stream, JobFacts facts);

}  // namespace allways::tools

// SPDX-License-Identifier: Apache-2.0
// Writes some rows of a table to the file that all its shards share.
#pragma once

#include "allways/export/write_stream.h"
#include "export/formats/formats.h"
#include "export/jobs/job_record.h"

namespace allways::tools {

// What all shards of a table have in common.
struct ShardedJob {
    TableStream& rows;
    const TableFrame& frame;
    JobFacts facts;
};

// Computes and writes the rows of stream.shard (see sharded_table.h), unless they are finished already. Throws as
// write_stream.
void write_shard(ShardedJob job, const FormatWriter& output, const std::string& path, const ExportOptions& options,
                 const StreamOptions& stream);

}  // namespace allways::tools

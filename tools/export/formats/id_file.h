// SPDX-License-Identifier: Apache-2.0
// NAME.ids.csv: the nodes of a matrix' rows and columns, for formats that cannot hold ids.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "allways/base/ids.h"
#include "allways/export/export.h"
#include "export/files/output_file.h"

namespace allways::tools {

// The name of the id file: `path` with ".ids.csv", which replaces the path's suffix if that is `suffix`.
std::string ids_path(const std::string& path, std::string_view suffix);

// The id file of `path`, under a temporary name until it is committed: `index,node_id`, one row for each row and column
// of the matrix, counted from `first` (0 or 1). If `columns` are other nodes than the rows (else null), it has
// `axis,index,node_id` with axis 0 for rows and 1 for columns. Matrices whose names differ only in their suffix share
// the file, and readers accept indexes from 0 or from 1. Throws InputError if the file exists with other ids and
// another matrix may use it, even if files may be replaced.
std::unique_ptr<OutputFile> id_file(const std::string& path, std::string_view suffix, const IdTable& rows,
                                    const IdTable* columns, std::uint32_t first, bool overwrite);
// Checks an outline before the table exists; throws as id_file() would.
void check_id_file(const std::string& path, std::string_view suffix, const TableOutline& table, bool overwrite);

// Call it before other ids replace the id file `ids`: throws InputError if a matrix other than `path` may use the file.
// Files that are not id files may be replaced.
void require_ids_replaceable(const std::string& path, const std::string& ids);

// Returns true if a matrix other than `path` uses the id file `ids`. The same ids may still be written.
bool is_shared(const std::string& path, const std::string& ids);

// Returns true if ids are 1 … n in their order, or in `order` unless that is empty. Formats that count from 1 imply
// them.
bool are_counted_from_1(const IdTable& ids, std::span<const std::uint32_t> order = {});

// Throws InputError if two nodes would get the same id in `path` and so be merged. `written`: converts an id to the
// format's text.
void require_distinct_ids(const IdTable& nodes, const std::string& path, std::string (*written)(std::string_view));

}  // namespace allways::tools

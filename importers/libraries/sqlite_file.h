// SPDX-License-Identifier: Apache-2.0
// SQLite database files, such as GeoPackages.
#pragma once

#include <string>

namespace allways::importers {

// Returns true for a regular file that begins like an SQLite database.
bool is_sqlite_file(const std::string& path);

// Throws InputError if a file that begins like an SQLite database is shorter than it states. Such a file may still
// open. Does nothing for other files. Source: SQLite, "Database File Format", section 1.3.
void require_whole_sqlite_file(const std::string& path);

// Quotes a name (") or a text (') for SQL.
std::string sql_quoted(const std::string& text, char quote);

}  // namespace allways::importers

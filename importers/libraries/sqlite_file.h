// SQLite databases as files: what GeoPackages are.
#pragma once

#include <string>

namespace allways {

// Whether a regular file begins as an SQLite database.
bool is_sqlite_file(const std::string& path);

// Throws InputError where a file that begins as an SQLite database is shorter than it says. Such a file may still open.
// Does nothing for other files. Source: SQLite, "Database File Format", section 1.3.
void require_whole_sqlite_file(const std::string& path);

// A name in SQL ("), or a text (').
std::string sql_quoted(const std::string& text, char quote);

}  // namespace allways

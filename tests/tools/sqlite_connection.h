// SPDX-License-Identifier: Apache-2.0
// Statements that change databases of SQLite which a test has written.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sqlite3.h>

namespace allways::test {

using Statements = std::vector<std::string>;

class Connection {
public:
    explicit Connection(const std::string& path) { EXPECT_EQ(sqlite3_open(path.c_str(), &open_), SQLITE_OK); }
    ~Connection() { sqlite3_close_v2(open_); }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    void run(const std::string& sql) {
        char* error = nullptr;
        EXPECT_EQ(sqlite3_exec(open_, sql.c_str(), nullptr, nullptr, &error), SQLITE_OK) << sql << ": " << error;
        sqlite3_free(error);
    }
    // GDAL's triggers of the spatial index need functions that plain SQLite lacks.
    void add_functions_of_geometry() {
        const auto nothing = [](sqlite3_context* context, int, sqlite3_value**) { sqlite3_result_double(context, 0); };
        for (const char* name : {"ST_MinX", "ST_MaxX", "ST_MinY", "ST_MaxY", "ST_IsEmpty"}) {
            sqlite3_create_function(open_, name, 1, SQLITE_UTF8, nullptr, nothing, nullptr, nullptr);
        }
    }

private:
    sqlite3* open_ = nullptr;
};

inline void run_sql(const std::string& path, const Statements& statements) {
    Connection connection(path);
    connection.add_functions_of_geometry();
    for (const std::string& sql : statements) connection.run(sql);
}

}  // namespace allways::test

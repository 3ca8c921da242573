// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <sqlite3.h>

#include "forge.h"

namespace fuzz {

namespace {

class Database {
public:
    explicit Database(const std::filesystem::path& path) {
        sqlite3_open(path.c_str(), &open_);
        run("PRAGMA journal_mode = OFF");
        run("PRAGMA synchronous = OFF");
    }
    ~Database() { sqlite3_close(open_); }
    void run(const std::string& sql) { sqlite3_exec(open_, sql.c_str(), nullptr, nullptr, nullptr); }
    std::vector<std::string> column(const std::string& sql) {
        std::vector<std::string> values;
        sqlite3_exec(
            open_, sql.c_str(),
            [](void* into, int, char** row, char**) {
                static_cast<std::vector<std::string>*>(into)->emplace_back(row[0] == nullptr ? "" : row[0]);
                return 0;
            },
            &values, nullptr);
        return values;
    }

private:
    sqlite3* open_ = nullptr;
};

constexpr const char* odd_texts[] = {"0",
                                     "-1",
                                     "1.5",
                                     "NULL",
                                     "''",
                                     "'x'",
                                     "2147483648",
                                     "9223372036854775807",
                                     "-9223372036854775808",
                                     "9e999",
                                     "1e308",
                                     "x'00'",
                                     "x'4750000100000000'",
                                     "zeroblob(1000)",
                                     "'a' || char(10) || 'b' || char(27)",
                                     "printf('%.20000c', 'z')",
                                     "'1'"};

std::string quoted(const std::string& name) {
    return '"' + name + '"';
}

}  // namespace

void forge_sqlite(const std::filesystem::path& path, Random& random) {
    Database database(path);
    for (std::size_t count = 1 + random.below(3); count > 0; --count) {
        const auto tables = database.column(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'rtree%' AND name NOT LIKE "
            "'sqlite%'");
        if (tables.empty()) return;
        const std::string name = random.pick(tables);
        const std::string table = quoted(name);
        const auto columns = database.column("SELECT name FROM pragma_table_info('" + name + "')");
        if (columns.empty()) continue;
        const std::string column = quoted(random.pick(columns));
        const std::string where = random.chance(4)
                                      ? ""
                                      : " WHERE rowid = (SELECT rowid FROM " + table +
                                            " ORDER BY rowid LIMIT 1 OFFSET " + std::to_string(random.below(12)) + ")";
        std::string others;
        for (const std::string& other : columns) others += (others.empty() ? "" : ", ") + quoted(other);
        switch (random.below(12)) {
            case 0:
                database.run("UPDATE " + table + " SET " + column + " = substr(" + column + ", 1, " +
                             std::to_string(random.below(60)) + ")" + where);
                break;
            case 1: database.run("DELETE FROM " + table + where); break;
            case 2: database.run("DROP TABLE " + table); break;
            case 3:
                database.run("ALTER TABLE " + table + " RENAME COLUMN " + column + " TO \"other" +
                             std::to_string(random.below(100)) + "\"");
                break;
            case 4: {  // the same rows, without end
                database.run("ALTER TABLE " + table + " RENAME TO hidden");
                const std::string forever = random.chance(2)
                                                ? "WITH RECURSIVE f(x) AS (SELECT 1 UNION ALL SELECT x FROM f) "
                                                : "WITH RECURSIVE f(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM f) ";
                database.run("CREATE VIEW " + table + " AS " + forever + "SELECT " + others + " FROM f, hidden" +
                             (random.chance(2) ? " WHERE x < 0" : ""));
                break;
            }
            case 5:
                database.run("UPDATE " + table + " SET " + column + " = " + column + " || x'0a1b' || " + column +
                             where);
                break;
            default:
                database.run("UPDATE OR IGNORE " + table + " SET " + column + " = " + random.pick(odd_texts) + where);
        }
    }
}

}  // namespace fuzz

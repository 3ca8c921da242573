// SQLite database → a table. Table `distance` has one row a pair, `field` tells what its columns are, and `metadata` what
// stands for unreachable pairs; docs/formats.md has the layout.
#include "sqlite_table.h"

#include <array>
#include <cmath>
#include <functional>
#include <optional>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "fields.h"
#include "gdal_handles.h"
#include "gdal_library.h"
#include "pair_table.h"
#include "sqlite_file.h"
#include "sqlite_limit.h"

namespace allways {

namespace {

class Database {
public:
    Database(const std::string& path, SqliteLimit& limit) : path_(path), limit_(limit) {
        if (!is_sqlite_file(path)) throw InputError(path, 0, "an SQLite database was expected");
        require_whole_sqlite_file(path);
        gdal::start();
        constexpr std::array<const char*, 2> drivers{"SQLite", nullptr};
        constexpr std::array<const char*, 2> all_tables{"LIST_ALL_TABLES=YES", nullptr};
        const SqliteLimit::Opening counted(limit_);
        dataset_.reset(GDALOpenEx(path.c_str(), GDAL_OF_VECTOR | GDAL_OF_READONLY, drivers.data(), all_tables.data(), nullptr));
        if (dataset_ == nullptr) throw InputError(path, 0, "cannot be opened" + errors_.detail());
    }

    // Calls visit(row) for each row of the query, which reads the layout that Allways writes.
    void each(const std::string& sql, const std::function<void(OGRFeatureH)>& visit) const {
        CPLErrorReset();
        const gdal::QueryRows rows(dataset_.get(), sql.c_str());
        if (rows.layer() == nullptr) {
            throw InputError(path_, 0,
                             format("the tables distance, field and metadata of a database that Allways wrote were expected{}; "
                                    "layers of lines in a database are read by -F vector",
                                    errors_.detail()));
        }
        while (const gdal::Feature row{OGR_L_GetNextFeature(rows.layer())}) {
            limit_.count_row();
            visit(row.get());
        }
        if (errors_.failed()) throw InputError(path_, 0, "cannot be read" + errors_.detail());
    }

private:
    const std::string& path_;
    SqliteLimit& limit_;
    gdal::QuietErrors errors_;
    gdal::Dataset dataset_;
};

struct Columns {
    std::vector<std::string> names;
    std::vector<CostScale> scales;
};

// The distances first; with a cost field that column alone.
Columns read_columns(const Database& database, const std::string& path, const std::string& cost_field) {
    Columns columns;
    std::vector<std::string> known;
    database.each("SELECT column_name, name, unit, kind FROM field ORDER BY kind = 'skim', rowid", [&](OGRFeatureH row) {
        const std::string column = OGR_F_GetFieldAsString(row, 0);
        const std::string name = OGR_F_GetFieldAsString(row, 1);
        known.push_back(column);
        if (!cost_field.empty() && (!columns.names.empty() || (cost_field != column && cost_field != name))) return;
        columns.names.push_back(column);
        columns.scales.push_back({name, OGR_F_GetFieldAsString(row, 2), 0});
    });
    if (columns.names.empty()) {
        throw InputError(path, 0, format("there is no column '{}'; the database has: {}", cost_field, joined(known)));
    }
    return columns;
}

// The number that stands for it, where one does.
std::optional<double> unreachable_in(const Database& database) {
    std::optional<double> number;
    database.each("SELECT value FROM metadata WHERE name = 'unreachable'",
                  [&](OGRFeatureH row) { number = parse_real(OGR_F_GetFieldAsString(row, 0)); });
    return number;
}

TableContent read_tables(const std::string& path, const ReadOptions& options, SqliteLimit& limit) {
    const Database database(path, limit);
    const Columns columns = read_columns(database, path, options.cost_field);
    const std::optional<double> unreachable = unreachable_in(database);
    // GDAL gives a column of a query the type that its first value needs: ids could be cut to 32 bits, and a number that is
    // not there could make the column one of texts. 9e999 is infinite.
    std::string sql = "SELECT CAST(from_id AS TEXT), CAST(to_id AS TEXT)";
    for (const std::string& name : columns.names) sql += format(", coalesce(CAST({} AS REAL), 9e999)", sql_quoted(name, '"'));
    PairTable table(columns.scales);
    std::vector<Decimal> numbers(columns.names.size());
    database.each(sql + " FROM distance ORDER BY rowid", [&](OGRFeatureH row) {
        for (std::size_t at = 0; at < numbers.size(); ++at) {
            const double value = OGR_F_GetFieldAsDouble(row, static_cast<int>(2 + at));
            const bool known = std::isfinite(value) && value != unreachable;
            numbers[at] = known ? Decimal::from_double(value) : Decimal::missing();
        }
        // A text is only valid until the next one is asked for.
        const std::string from = OGR_F_GetFieldAsString(row, 0);
        table.add(from, OGR_F_GetFieldAsString(row, 1), numbers, 0);
        if (table.size() % 65536 == 0) report(options.progress, "read", table.size(), 0);
    });
    try {
        return std::move(table).finish(path, options);
    } catch (const InvalidArgument& error) {
        throw InputError(path, 0, error.what());
    }
}

TableContent read(const std::string& path, const ReadOptions& options, ImportReport&) {
    SqliteLimit limit(path, options.progress);
    try {
        TableContent content = read_tables(path, options, limit);
        limit.check();
        return content;
    } catch (const InputError&) {
        limit.check();
        throw;
    }
}

bool recognise(const FileSample& sample) {
    return sample.text.starts_with("SQLite format 3") &&
           sample.text.find("CREATE TABLE distance (from_id ") != sample.text.npos &&
           sample.text.find("CREATE TABLE field (column_name ") != sample.text.npos;
}

}  // namespace

Format sqlite_table_format() {
    Format format;
    format.info = {"sqlite",
                   "table, SQLite database with one row a pair, as 'allways convert' writes it",
                   {".sqlite", ".sqlite3", ".db"},
                   FormatInfo::Holds::table,
                   {"cost_field"}};
    format.recognises = recognise;
    format.read_table = read;
    return format;
}

}  // namespace allways

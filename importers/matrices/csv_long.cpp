// SPDX-License-Identifier: Apache-2.0
// CSV of pairs → a table: "from,to", followed by the distances and skims, each under its name and unit.
#include <algorithm>
#include <array>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/result/origin_destination_table.h"
#include "base/text.h"
#include "matrices/pair_table.h"
#include "text/csv_reader.h"
#include "text/file_format.h"

namespace allways::importers {

namespace {

constexpr std::string_view own_header = "from,to,";

// Splits a name: "time_s" means the time in seconds.
CostScale scale_of(std::string_view column) {
    constexpr std::array<std::string_view, 11> units{"ms", "s", "min", "h", "mm", "cm", "dm", "m", "km", "ft", "mi"};
    const std::size_t end = column.rfind('_');
    const bool has_unit =
        end != column.npos && end > 0 && std::ranges::find(units, column.substr(end + 1)) != units.end();
    if (!has_unit) return {std::string(column), "", 0};
    return {std::string(column.substr(0, end)), std::string(column.substr(end + 1)), 0};
}

// The fields to read from each row, the distances first.
struct PairColumns {
    std::vector<std::size_t> fields;
    std::vector<CostScale> scales;
    std::vector<std::string> names;  // of all fields
};

PairColumns read_header(const CsvReader& records, const std::vector<std::string_view>& header,
                        const ReadOptions& options) {
    if (header.size() < 3 || header[0] != "from" || header[1] != "to") {
        records.fail(
            format("expected the fields 'from', 'to' and a cost, found '{}'", joined({header.begin(), header.end()})));
    }
    PairColumns columns;
    columns.names.assign(header.begin(), header.end());
    for (std::size_t field = 2; field < header.size(); ++field) {
        if (is_snap_column_of_an_end(header[field])) continue;
        CostScale scale = scale_of(header[field]);
        const std::string& wanted = options.cost_field;
        if (!wanted.empty() && wanted != header[field] && wanted != scale.name) continue;
        columns.fields.push_back(field);
        columns.scales.push_back(std::move(scale));
        if (!wanted.empty()) return columns;  // only this column, as for OMX
    }
    if (columns.fields.empty()) {
        const std::vector<std::string> numbers(columns.names.begin() + 2, columns.names.end());
        records.fail(format("there is no field '{}'; the file has: {}", options.cost_field, joined(numbers)));
    }
    return columns;
}

TableContent read_csv_long(const std::string& path, const ReadOptions& options, ImportReport&) {
    CsvReader records(path, ',', options);
    std::vector<std::string_view> fields;
    if (!records.next(fields)) throw InputError(path, 0, "expected a list of pairs, but the file has no rows");
    const PairColumns columns = read_header(records, fields, options);
    PairTable table(columns.scales);
    std::vector<Decimal> numbers(columns.fields.size());
    while (records.next(fields)) {
        if (fields.size() != columns.names.size()) {
            records.fail(format("expected {} fields ({}), found {}", columns.names.size(), joined(columns.names),
                                fields.size()));
        }
        for (std::size_t at = 0; at < numbers.size(); ++at) {
            const std::string_view text = fields[columns.fields[at]];
            const auto number = is_unreachable_word(text) ? Decimal::missing() : Decimal::parse(text);
            if (!number) {
                records.fail(format("expected a number in field '{}', found '{}'", columns.names[columns.fields[at]],
                                    shortened(text)));
            }
            numbers[at] = *number;
        }
        table.add(fields[0], fields[1], numbers, records.line_number());
    }
    try {
        return std::move(table).finish(path, options);
    } catch (const InvalidArgument& error) {  // two fields have the same name
        throw InputError(path, 1, error.what());
    }
}

bool has_own_header(const FileSample& sample) {
    return sample.text.starts_with(own_header);
}

}  // namespace

Format csv_long_format() {
    Format format;
    format.info = {"csv-long",
                   "table, one row per pair, as written by Allways: from, to, cost, skims",
                   {".long.csv", ".csv"},
                   FormatInfo::Holds::table};
    format.recognises = [](const FileSample& sample) {
        return sample.name.ends_with(".long.csv") && has_own_header(sample);
    };
    format.fits = [](const FileSample& sample) { return sample.table_wanted && has_own_header(sample); };
    format.read_table = read_csv_long;
    return format;
}

}  // namespace allways::importers

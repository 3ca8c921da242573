// SPDX-License-Identifier: Apache-2.0
// Rows of Parquet → text of CSV. Tables that Allways wrote state what their columns mean.
#include <algorithm>
#include <cstring>
#include <set>
#include <string_view>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "columnar/arrow_rows.h"
#include "columnar/arrow_values.h"
#include "columnar/parquet.h"

namespace allways::importers {

namespace {

constexpr std::int64_t rows_of_a_part = 1 << 13;

void append_field(std::string_view value, std::string& text) {
    const bool plain = value.find_first_of(",;\"\t\r\n ") == value.npos && !value.starts_with('#');
    if (plain) {
        text += value;
        return;
    }
    text += '"';
    for (const char character : value) text.append(character == '"' ? 2 : 1, character);
    text += '"';
}

// A number with `digits` of its digits behind the point: 1250 with 3 is 1.250.
void append_scaled(std::string number, std::size_t digits, std::string& text) {
    if (number.empty() || digits == 0) {
        text += number;
        return;
    }
    const bool negative = number.front() == '-';
    if (negative) number.erase(0, 1);
    if (number.size() <= digits) number.insert(0, digits + 1 - number.size(), '0');
    number.insert(number.size() - digits, ".");
    text += negative ? "-" + number : number;
}

}  // namespace

struct ParquetText::State {
    struct Column {
        std::string name;        // in the text
        std::size_t digits = 0;  // of raw numbers
        bool quotes = false;
    };

    explicit State(const std::string& path) : rows(path, rows_of_a_part) {
        if (has_features(rows)) rows.fail("GeoParquet, whose rows have shapes; expected rows of numbers and texts");
        const nlohmann::json stated = rows.stated("allways");
        const nlohmann::json table = stated.is_object() ? stated : nlohmann::json::object();
        wide = table.value("layout", nlohmann::json()) == "wide";
        refuse_columns();
        for (const auto& field : rows.schema().fields()) columns.push_back(described(*field, table));
        if (wide) {
            const auto fields = table.value("fields", nlohmann::json::object());
            if (!fields.is_object() || fields.size() != 1) rows.fail("a wide table that does not state its cost");
            cost = described(fields.begin().key(), false, table);
            text = "from,to,";
            append_field(cost.name, text);
        } else {
            for (const Column& column : columns) {
                if (!text.empty()) text += ',';
                append_field(column.name, text);
            }
        }
        text += '\n';
    }

    // Takes the next rows. Returns false after the last.
    bool refill() {
        text.clear();
        begin = 0;
        while (text.empty()) {
            const auto batch = rows.next();
            if (!batch) return false;
            if (wide)
                put_wide(*batch);
            else
                put(*batch);
        }
        return true;
    }

    ArrowRows rows;
    std::string text;
    std::size_t begin = 0;  // of what is not read yet

private:
    void refuse_columns() const {
        std::set<std::string> names;
        for (const auto& field : rows.schema().fields()) {
            if (!is_plain(*field->type()))
                rows.fail(
                    format("column '{}' has the type {}; expected numbers or texts, or a GeoParquet file of points "
                           "or lines",
                           field->name(), field->type()->ToString()));
            if (!names.insert(field->name()).second) rows.fail(format("two columns have the name '{}'", field->name()));
        }
        if (names.size() < 2)
            rows.fail(format("expected columns such as from, to and cost, or origin, destination and time; found {}",
                             names.empty() ? "none" : *names.begin()));
    }

    static Column described(const arrow::Field& field, const nlohmann::json& table) {
        const auto type = field.type()->id();
        const bool quotes = !arrow::is_integer(type) && !arrow::is_floating(type);
        if (field.name() == "origin") return {"from", 0, quotes};
        if (field.name() == "destination") return {"to", 0, quotes};
        return described(field.name(), quotes, table);
    }
    // A table's raw numbers, "time_ms" with 3 digits and the unit s, are natural ones under the name "time_s".
    static Column described(const std::string& name, bool quotes, const nlohmann::json& table) {
        const auto fields = table.value("fields", nlohmann::json::object());
        const auto facts = fields.is_object() ? fields.value(name, nlohmann::json()) : nlohmann::json();
        const auto word = [&](const char* key) {
            return facts.is_object() && facts.contains(key) && facts[key].is_string() ? facts[key].get<std::string>()
                                                                                      : std::string();
        };
        const auto digits = parse_whole(word("digits"));
        if (!digits || *digits < 0 || *digits > 18) return {name, 0, quotes};
        const std::string unit = word("unit");
        return {name.substr(0, name.rfind('_')) + (unit.empty() ? "" : "_" + unit), static_cast<std::size_t>(*digits),
                quotes};
    }

    void append(const arrow::Array& array, std::int64_t row, const Column& column) {
        if (!column.quotes && column.digits == 0) return append_plain(array, row, text);
        value.clear();
        append_plain(array, row, value);
        if (column.quotes)
            append_field(value, text);
        else
            append_scaled(value, column.digits, text);
    }

    void put(const arrow::RecordBatch& batch) {
        for (std::int64_t row = 0; row < batch.num_rows(); ++row) {
            for (std::size_t c = 0; c < columns.size(); ++c) {
                if (c > 0) text += ',';
                append(*batch.column(static_cast<int>(c)), row, columns[c]);
            }
            text += '\n';
        }
    }

    // The first column is the origin, each other one a destination.
    void put_wide(const arrow::RecordBatch& batch) {
        for (std::int64_t row = 0; row < batch.num_rows(); ++row) {
            for (std::size_t c = 1; c < columns.size(); ++c) {
                append(*batch.column(0), row, columns[0]);
                text += ',';
                append_field(columns[c].name, text);
                text += ',';
                append(*batch.column(static_cast<int>(c)), row, cost);
                text += '\n';
            }
        }
    }

    bool wide = false;
    std::vector<Column> columns;
    Column cost;  // of the layout "wide"
    std::string value;
};

ParquetText::ParquetText(const std::string& path) : state_(std::make_unique<State>(path)) {}

ParquetText::~ParquetText() = default;

std::size_t ParquetText::read(char* buffer, std::size_t size) {
    State& state = *state_;
    std::size_t done = 0;
    while (done < size) {
        if (state.begin == state.text.size() && !state.refill()) break;
        const std::size_t step = std::min(size - done, state.text.size() - state.begin);
        std::memcpy(buffer + done, state.text.data() + state.begin, step);
        state.begin += step;
        done += step;
    }
    return done;
}

double ParquetText::share_read() const {
    const auto rows = static_cast<double>(state_->rows.row_count());
    return rows == 0 ? 1 : static_cast<double>(state_->rows.rows_read()) / rows;
}

}  // namespace allways::importers

// SPDX-License-Identifier: Apache-2.0
#include "columnar/arrow_values.h"

#include <charconv>
#include <cmath>
#include <concepts>
#include <string_view>

#include <nlohmann/json.hpp>

#include "allways/base/format.h"

namespace allways::importers {

namespace {

template <class ArrayType>
const ArrayType& as(const arrow::Array& column) {
    return static_cast<const ArrayType&>(column);
}

// Calls `use` with the number at `row`, if the column holds numbers with a C++ type. Returns false for other columns.
template <class Use>
bool with_number(const arrow::Array& column, std::int64_t row, const Use& use) {
    switch (column.type_id()) {
        case arrow::Type::INT8: use(as<arrow::Int8Array>(column).Value(row)); return true;
        case arrow::Type::INT16: use(as<arrow::Int16Array>(column).Value(row)); return true;
        case arrow::Type::INT32: use(as<arrow::Int32Array>(column).Value(row)); return true;
        case arrow::Type::INT64: use(as<arrow::Int64Array>(column).Value(row)); return true;
        case arrow::Type::UINT8: use(as<arrow::UInt8Array>(column).Value(row)); return true;
        case arrow::Type::UINT16: use(as<arrow::UInt16Array>(column).Value(row)); return true;
        case arrow::Type::UINT32: use(as<arrow::UInt32Array>(column).Value(row)); return true;
        case arrow::Type::UINT64: use(as<arrow::UInt64Array>(column).Value(row)); return true;
        case arrow::Type::FLOAT: use(as<arrow::FloatArray>(column).Value(row)); return true;
        case arrow::Type::DOUBLE: use(as<arrow::DoubleArray>(column).Value(row)); return true;
        default: return false;
    }
}

template <class Number>
void append_number(Number number, std::string& text) {
    if constexpr (std::integral<Number>) {
        char digits[24];
        text.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
    } else {
        text += format("{}", number);
    }
}

void append_quoted(std::string_view value, std::string& text) {
    text += nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void append_list(const arrow::Array& values, std::int64_t begin, std::int64_t end, std::string& text) {
    text += '[';
    for (std::int64_t k = begin; k < end; ++k) {
        if (k > begin) text += ',';
        append_json(values, k, text);
    }
    text += ']';
}

void append_map(const arrow::MapArray& map, std::int64_t row, std::string& text) {
    text += '{';
    for (std::int64_t k = map.value_offset(row); k < map.value_offset(row + 1); ++k) {
        if (text.back() != '{') text += ',';
        std::string key;
        append_plain(*map.keys(), k, key);
        append_quoted(key, text);
        text += ':';
        append_json(*map.items(), k, text);
    }
    text += '}';
}

void append_structure(const arrow::StructArray& structure, std::int64_t row, std::string& text) {
    text += '{';
    for (int k = 0; k < structure.num_fields(); ++k) {
        if (k > 0) text += ',';
        append_quoted(structure.struct_type()->field(k)->name(), text);
        text += ':';
        append_json(*structure.field(k), row, text);
    }
    text += '}';
}

}  // namespace

bool is_plain(const arrow::DataType& type) {
    switch (type.id()) {
        case arrow::Type::DICTIONARY: return is_plain(*static_cast<const arrow::DictionaryType&>(type).value_type());
        case arrow::Type::NA:
        case arrow::Type::BOOL:
        case arrow::Type::HALF_FLOAT:
        case arrow::Type::STRING:
        case arrow::Type::LARGE_STRING: return true;
        default: return arrow::is_integer(type.id()) || arrow::is_floating(type.id()) || arrow::is_decimal(type.id());
    }
}

void append_plain(const arrow::Array& column, std::int64_t row, std::string& text) {
    if (column.IsNull(row)) return;
    if (with_number(column, row, [&](auto number) { append_number(number, text); })) return;
    switch (column.type_id()) {
        case arrow::Type::NA: return;
        case arrow::Type::BOOL: text += as<arrow::BooleanArray>(column).Value(row) ? "true" : "false"; return;
        case arrow::Type::STRING: text += as<arrow::StringArray>(column).GetView(row); return;
        case arrow::Type::LARGE_STRING: text += as<arrow::LargeStringArray>(column).GetView(row); return;
        case arrow::Type::DICTIONARY: {
            const auto& words = as<arrow::DictionaryArray>(column);
            return append_plain(*words.dictionary(), words.GetValueIndex(row), text);
        }
        default: break;
    }
    if (const auto value = column.GetScalar(row); value.ok()) text += (*value)->ToString();
}

void append_json(const arrow::Array& column, std::int64_t row, std::string& text) {
    switch (column.IsNull(row) ? arrow::Type::NA : column.type_id()) {
        case arrow::Type::LIST: {
            const auto& lists = as<arrow::ListArray>(column);
            return append_list(*lists.values(), lists.value_offset(row), lists.value_offset(row + 1), text);
        }
        case arrow::Type::LARGE_LIST: {
            const auto& lists = as<arrow::LargeListArray>(column);
            return append_list(*lists.values(), lists.value_offset(row), lists.value_offset(row + 1), text);
        }
        case arrow::Type::FIXED_SIZE_LIST: {
            const auto& lists = as<arrow::FixedSizeListArray>(column);
            const std::int64_t begin = lists.value_offset(row);
            return append_list(*lists.values(), begin, begin + lists.value_length(), text);
        }
        case arrow::Type::MAP: return append_map(as<arrow::MapArray>(column), row, text);
        case arrow::Type::STRUCT: return append_structure(as<arrow::StructArray>(column), row, text);
        case arrow::Type::STRING:
        case arrow::Type::LARGE_STRING:
        case arrow::Type::DICTIONARY: {
            std::string value;
            append_plain(column, row, value);
            return append_quoted(value, text);
        }
        default: break;
    }
    bool is_number = true;
    with_number(column, row, [&](auto number) { is_number = std::isfinite(static_cast<double>(number)); });
    if (column.IsNull(row) || column.type_id() == arrow::Type::NA || !is_number || !is_plain(*column.type()))
        text += "null";
    else
        append_plain(column, row, text);
}

}  // namespace allways::importers

// SPDX-License-Identifier: Apache-2.0
// Values of Arrow's columns as text.
#pragma once

#include <cstdint>
#include <string>

#include <arrow/api.h>

namespace allways::importers {

// True for numbers, texts and truth values, and dictionaries of them.
bool is_plain(const arrow::DataType& type);

// Appends a value of a plain column: numbers with as few digits as possible, true and false, nothing for null.
void append_plain(const arrow::Array& column, std::int64_t row, std::string& text);

// Appends a value as JSON. Maps become objects; numbers that JSON lacks (inf, NaN) become null, and so do values of
// types that it lacks, such as bytes.
void append_json(const arrow::Array& column, std::int64_t row, std::string& text);

}  // namespace allways::importers

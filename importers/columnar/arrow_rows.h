// SPDX-License-Identifier: Apache-2.0
// An open Parquet file, and its rows in batches.
#pragma once

#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <arrow/api.h>
#include <parquet/arrow/reader.h>
#include <parquet/exception.h>
#include <nlohmann/json_fwd.hpp>

namespace allways::importers {

class ArrowRows {
public:
    // Batches have `batch_rows` rows or fewer. Throws InputError for a file that is no Parquet or is damaged.
    ArrowRows(const std::string& path, std::int64_t batch_rows);

    const std::string& path() const { return path_; }
    const arrow::Schema& schema() const { return *schema_; }
    std::int64_t row_count() const { return row_count_; }
    std::int64_t rows_read() const { return rows_read_; }
    // Returns the JSON that the file states under a key; null for none, and for what is not JSON.
    nlohmann::json stated(const std::string& key) const;

    // Returns the next rows, or null after the last. Throws InputError for damaged data.
    std::shared_ptr<arrow::RecordBatch> next();
    void rewind();
    // Throws InputError that names the file.
    [[noreturn]] void fail(const std::string& message) const;

private:
    template <class Work>
    auto guarded(const Work& work) const;
    void open();

    std::string path_;
    std::int64_t batch_rows_;
    std::unique_ptr<parquet::arrow::FileReader> file_;
    std::shared_ptr<arrow::Schema> schema_;
    std::unique_ptr<arrow::RecordBatchReader> batches_;
    std::int64_t row_count_ = 0;
    std::int64_t rows_read_ = 0;
};

// True for segments of Overture Maps, and for files that state geometry columns.
bool has_features(const ArrowRows& rows);

}  // namespace allways::importers

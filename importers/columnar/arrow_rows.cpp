// SPDX-License-Identifier: Apache-2.0
#include "columnar/arrow_rows.h"

#include <algorithm>
#include <array>

#include <parquet/properties.h>
#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "columnar/parquet.h"
#include "columnar/parquet_mark.h"

namespace allways::importers {

namespace {

constexpr std::int64_t bytes_of_a_stream = 1 << 18;  // for each column, instead of a whole row group

[[noreturn]] void refuse_damaged(const std::string& path, const std::string& why) {
    const std::string line = why.substr(0, why.find('\n'));
    throw InputError(path, 0,
                     format("not a Parquet file that can be read, or damaged: {}", line.empty() ? "no reason" : line));
}

}  // namespace

template <class Work>
auto ArrowRows::guarded(const Work& work) const {
    try {
        auto result = work();
        if (result.status().IsOutOfMemory()) throw std::bad_alloc();
        if (!result.ok()) refuse_damaged(path_, result.status().message());
        return std::move(result).ValueUnsafe();
    } catch (const parquet::ParquetException& error) {
        refuse_damaged(path_, error.what());
    }
}

ArrowRows::ArrowRows(const std::string& path, std::int64_t batch_rows) : path_(path), batch_rows_(batch_rows) {
    open();
    row_count_ = file_->parquet_reader()->metadata()->num_rows();
    schema_ = guarded([&]() -> arrow::Result<std::shared_ptr<arrow::Schema>> {
        std::shared_ptr<arrow::Schema> schema;
        ARROW_RETURN_NOT_OK(file_->GetSchema(&schema));
        return schema;
    });
}

void ArrowRows::open() {
    file_ = guarded([&]() -> arrow::Result<std::unique_ptr<parquet::arrow::FileReader>> {
        parquet::ReaderProperties properties;
        properties.enable_buffered_stream();
        properties.set_buffer_size(bytes_of_a_stream);
        parquet::ArrowReaderProperties arrow_properties(/*use_threads=*/false);
        arrow_properties.set_batch_size(batch_rows_);
        arrow_properties.set_pre_buffer(false);
        parquet::arrow::FileReaderBuilder builder;
        ARROW_RETURN_NOT_OK(builder.OpenFile(path_, /*memory_map=*/false, properties));
        std::unique_ptr<parquet::arrow::FileReader> file;
        ARROW_RETURN_NOT_OK(builder.properties(arrow_properties)->Build(&file));
        return file;
    });
}

std::shared_ptr<arrow::RecordBatch> ArrowRows::next() {
    if (!batches_) {
        batches_ = guarded([&] { return file_->GetRecordBatchReader(); });
    }
    auto batch = guarded([&]() -> arrow::Result<std::shared_ptr<arrow::RecordBatch>> {
        std::shared_ptr<arrow::RecordBatch> read;
        ARROW_RETURN_NOT_OK(batches_->ReadNext(&read));
        if (read) ARROW_RETURN_NOT_OK(read->Validate());
        return read;
    });
    if (batch) rows_read_ += batch->num_rows();
    return batch;
}

void ArrowRows::rewind() {
    batches_.reset();
    rows_read_ = 0;
}

nlohmann::json ArrowRows::stated(const std::string& key) const {
    const auto metadata = schema_->metadata();
    const int index = metadata ? metadata->FindKey(key) : -1;
    if (index < 0) return nullptr;
    auto json = nlohmann::json::parse(metadata->value(index), nullptr, false);
    return json.is_discarded() ? nlohmann::json() : json;
}

void ArrowRows::fail(const std::string& message) const {
    throw InputError(path_, 0, message);
}

bool has_features(const ArrowRows& rows) {
    const auto has = [&](const char* name) { return rows.schema().GetFieldByName(name) != nullptr; };
    const auto metadata = rows.schema().metadata();
    return (metadata && metadata->Contains("geo")) ||
           (has("id") && has("geometry") && has("subtype") && has("connectors"));
}

std::optional<ParquetFacts> parquet_facts(const std::string& path) {
    if (!has_parquet_mark(path)) return std::nullopt;
    const ArrowRows rows(path, 1);
    ParquetFacts facts;
    facts.columns = rows.schema().field_names();
    const nlohmann::json table = rows.stated("allways");
    if (has_features(rows))
        facts.content = ParquetFacts::Content::features;
    else if (table.is_object() && table.contains("layout"))
        facts.content = ParquetFacts::Content::pairs;
    return facts;
}

}  // namespace allways::importers

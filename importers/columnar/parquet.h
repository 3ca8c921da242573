// SPDX-License-Identifier: Apache-2.0
// Parquet files, read by Apache Arrow: rows as the CSV file with the same columns, features as a layer of GDAL.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class OGRLayer;
class OGRSpatialReference;

namespace allways::importers {

struct ParquetFacts {
    enum class Content {
        rows,
        pairs,    // of a table that Allways wrote
        features  // with shapes: GeoParquet
    };
    Content content = Content::rows;
    std::vector<std::string> columns;
};

// Returns nothing for a file that is not Parquet by its first bytes. Throws InputError for a damaged one, and in a
// build without Arrow (ALLWAYS_WITH_ARROW) for every one.
std::optional<ParquetFacts> parquet_facts(const std::string& path);

// The rows as CSV with a header: numbers with as few digits as possible, nothing for null, texts quoted where that is
// needed. Pairs of a table begin with from and to; raw numbers become natural ones. Holds a part of the rows at a time.
class ParquetText {
public:
    // Throws InputError for columns that are neither numbers nor texts, and for features.
    explicit ParquetText(const std::string& path);
    ~ParquetText();
    ParquetText(const ParquetText&) = delete;
    ParquetText& operator=(const ParquetText&) = delete;

    // Returns the number of bytes put into `buffer`; fewer than `size` only after the last row. Throws InputError for
    // damaged data.
    std::size_t read(char* buffer, std::size_t size);
    double share_read() const;  // of the rows, from 0 to 1

private:
    struct State;
    std::unique_ptr<State> state_;
};

// The features of a GeoParquet file, numbered from 1. Columns of lists and structures are texts of JSON. Throws
// InputError for a geometry column that is absent or not WKB, and for a reference system of which `read_system` throws
// InvalidArgument; so does GetNextFeature for damaged data. The caller starts GDAL and silences its messages.
std::unique_ptr<OGRLayer> open_parquet_layer(const std::string& path,
                                             OGRSpatialReference (*read_system)(const std::string& definition));

}  // namespace allways::importers

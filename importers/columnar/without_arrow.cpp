// SPDX-License-Identifier: Apache-2.0
// Stands for the reading of Parquet files where ALLWAYS_WITH_ARROW is OFF.
#include <ogrsf_frmts.h>

#include "allways/base/error.h"
#include "columnar/parquet.h"
#include "columnar/parquet_mark.h"

namespace allways::importers {

namespace {

[[noreturn]] void refuse_parquet(const std::string& path) {
    throw InputError(path, 0,
                     "a Parquet file, which this build does not read: it was made without Apache Arrow. Convert the "
                     "file to CSV, GeoPackage or GeoJSON (DuckDB does), use the Python package, or build with "
                     "ALLWAYS_WITH_ARROW");
}

}  // namespace

std::optional<ParquetFacts> parquet_facts(const std::string& path) {
    if (has_parquet_mark(path)) refuse_parquet(path);
    return std::nullopt;
}

struct ParquetText::State {};

ParquetText::ParquetText(const std::string& path) {
    refuse_parquet(path);
}

ParquetText::~ParquetText() = default;

std::size_t ParquetText::read(char*, std::size_t) {
    return 0;
}

double ParquetText::share_read() const {
    return 0;
}

std::unique_ptr<OGRLayer> open_parquet_layer(const std::string& path, OGRSpatialReference (*)(const std::string&)) {
    refuse_parquet(path);
}

}  // namespace allways::importers

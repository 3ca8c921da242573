// SPDX-License-Identifier: Apache-2.0
// A file → the texts of its features, a block at a time: whatever the source, each feature is a text of GeoJSON.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "allways/importers/read.h"

namespace allways::importers::overture {

struct FeatureText {
    std::string_view text;
    std::uint64_t line = 0;  // of the file, where the feature begins; 0 if the source has no lines
};

class FeatureTexts {
public:
    virtual ~FeatureTexts() = default;
    // Replaces the block by the next features, which are valid until the next call. Returns false after the last.
    virtual bool next(std::vector<FeatureText>& block) = 0;
    // The bytes read, and all bytes: for progress.
    virtual std::uint64_t done() const = 0;
    virtual std::uint64_t total() const = 0;
};

// A FeatureCollection, a list of features, or one feature after another (GeoJSONSeq), plain or gzip. next() throws
// InputError, with the line, for a file that ends inside a feature, that contains something else between features, or
// that states another reference system than WGS 84.
std::unique_ptr<FeatureTexts> open_geojson(const std::string& path);

// A layer of whatever GDAL opens (GeoPackage, FlatGeobuf), with nested properties as texts of JSON. Applies `layer` and
// `where`. Throws InputError for a file without a layer of lines, and one in another reference system.
std::unique_ptr<FeatureTexts> open_layer(const std::string& path, const ReadOptions& options);

}  // namespace allways::importers::overture

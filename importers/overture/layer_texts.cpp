// SPDX-License-Identifier: Apache-2.0
// Features of GDAL → texts of GeoJSON. Nested columns are texts of JSON.
#include "overture/feature_texts.h"

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "libraries/reference_system.h"
#include "libraries/vector_layer.h"

namespace allways::importers::overture {

namespace {

constexpr std::size_t features_of_block = std::size_t{1} << 13;

// Properties that may be read; `nested` ones are texts of JSON.
struct LayerColumn {
    std::string_view name;
    bool nested = true;
};
constexpr std::array<LayerColumn, 20> layer_columns{{{"id", false},
                                                     {"theme", false},
                                                     {"type", false},
                                                     {"subtype", false},
                                                     {"class", false},
                                                     {"subclass", false},
                                                     {"names.primary", false},
                                                     {"names.rules"},
                                                     {"names"},
                                                     {"connectors"},
                                                     {"routes"},
                                                     {"access_restrictions"},
                                                     {"speed_limits"},
                                                     {"prohibited_transitions"},
                                                     {"destinations"},
                                                     {"road_surface"},
                                                     {"road_flags"},
                                                     {"rail_flags"},
                                                     {"subclass_rules"},
                                                     {"width_rules"}}};

class LayerTexts : public FeatureTexts {
public:
    LayerTexts(const std::string& path, const ReadOptions& options)
        : layer_(path, options.layer, options.where, VectorLayer::Holds::lines, options) {
        require_wgs84();
        const auto& fields = layer_.fields();
        if (std::ranges::find(fields, "connectors", &VectorLayer::Field::name) == fields.end()) refuse_columns();
        for (const LayerColumn& column : layer_columns) {
            const auto field = std::ranges::find(fields, column.name, &VectorLayer::Field::name);
            if (field != fields.end()) columns_.push_back({column, static_cast<std::size_t>(field - fields.begin())});
        }
    }

    bool next(std::vector<FeatureText>& block) override {
        block.clear();
        texts_.clear();
        while (texts_.size() < features_of_block && layer_.next()) {
            texts_.push_back(text_of_feature());
            ++done_;
        }
        for (const std::string& text : texts_) block.push_back({text, 0});
        return !block.empty();
    }
    std::uint64_t done() const override { return done_; }
    std::uint64_t total() const override { return std::max(done_, layer_.feature_count()); }

private:
    struct Column {
        LayerColumn meaning;
        std::size_t field;
    };

    void require_wgs84() const {
        const std::string stated = layer_.reference_system();
        if (stated.empty()) return;
        const ReferenceSystem system(stated);
        if (system.is_geographic() && (system.text() == "EPSG:4326" || system.text() == "OGC:CRS84")) return;
        throw InputError(layer_.path(), 0,
                         format("layer '{}': expected coordinates in WGS 84, found {}", layer_.name(), system.name()));
    }

    [[noreturn]] void refuse_columns() const {
        std::vector<std::string> names;
        for (const auto& field : layer_.fields()) names.push_back(field.name);
        throw InputError(layer_.path(), 0,
                         format("layer '{}': expected segments of Overture Maps, with a field connectors; found {}",
                                layer_.name(), names.empty() ? "no fields" : joined(names)));
    }

    static std::string quoted(const std::string& text) {
        return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    }

    std::string text_of_feature() {
        std::string text = R"({"type":"Feature","geometry":)" + geometry() + R"(,"properties":{)";
        std::string names;
        for (const auto& [meaning, field] : columns_) {
            if (layer_.is_null(field)) continue;
            const std::string value = layer_.text(field);
            const bool is_member = meaning.name.starts_with("names.");
            std::string& target = is_member ? names : text;
            if (is_member ? !names.empty() : text.back() != '{') target += ',';
            target += format("\"{}\":{}", is_member ? meaning.name.substr(6) : meaning.name,
                             meaning.nested ? value : quoted(value));
        }
        if (!names.empty()) text += format("{}\"names\":{{{}}}", text.back() == '{' ? "" : ",", names);
        return text + "}}";
    }

    std::string geometry() const {
        if (const auto point = layer_.point()) {
            return format(R"({{"type":"Point","coordinates":[{},{}]}})", point->x, point->y);
        }
        const auto& lines = layer_.lines();
        if (lines.size() != 1) return format(R"({{"type":{}}})", quoted(layer_.geometry_name()));
        std::string text = R"({"type":"LineString","coordinates":[)";
        for (const Coordinate point : lines.front()) {
            text += format("{}[{},{}]", text.back() == '[' ? "" : ",", point.x, point.y);
        }
        return text + "]}";
    }

    VectorLayer layer_;
    std::vector<Column> columns_;
    std::vector<std::string> texts_;
    std::uint64_t done_ = 0;
};

}  // namespace

std::unique_ptr<FeatureTexts> open_layer(const std::string& path, const ReadOptions& options) {
    return std::make_unique<LayerTexts>(path, options);
}

}  // namespace allways::importers::overture

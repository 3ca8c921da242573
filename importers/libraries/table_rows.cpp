// SPDX-License-Identifier: Apache-2.0
#include "libraries/table_rows.h"

#include <algorithm>

#include <ogrsf_frmts.h>

#include "allways/base/decimal.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "libraries/gdal_library.h"
#include "libraries/open_dataset.h"
#include "libraries/sqlite_database.h"

namespace allways::importers {

namespace {

std::vector<std::string> field_names(OGRLayer& table) {
    std::vector<std::string> names;
    for (int field = 0; field < table.GetLayerDefn()->GetFieldCount(); ++field) {
        names.emplace_back(table.GetLayerDefn()->GetFieldDefn(field)->GetNameRef());
    }
    return names;
}

// Returns true for tables in which SQLite and its spatial extensions keep their own records.
bool is_internal(std::string_view table) {
    return table.starts_with("sqlite_") || table.starts_with("gpkg_") || table == "geometry_columns" ||
           table == "spatial_ref_sys";
}

// Returns the field's text; numbers with as few digits as possible.
std::string text_of(const OGRFeature& row, int field) {
    if (row.IsFieldSetAndNotNull(field) == 0) return "";
    if (row.GetFieldDefnRef(field)->GetType() == OFTReal)
        return Decimal::from_double(row.GetFieldAsDouble(field)).to_string();
    return row.GetFieldAsString(field);
}

}  // namespace

struct TableRows::State {
    State(const std::string& file, const ProgressCallback& told) : limit(file, told), path(file), progress(told) {}

    SqliteLimit limit;
    std::string path;
    GDALDatasetUniquePtr dataset;
    OGRLayer* table = nullptr;
    OGRFeatureUniquePtr row;
    std::vector<std::string> texts;
    ProgressCallback progress;
    std::uint64_t rows = 0;
    bool names_given = false;

    OGRLayer& choose(const std::string& wanted, bool (*fits)(const std::vector<std::string_view>&)) const {
        std::vector<std::string> all;
        std::vector<OGRLayer*> fitting;
        for (OGRLayer* layer : dataset->GetLayers()) {
            if (is_internal(layer->GetName())) continue;
            const auto names = field_names(*layer);
            all.push_back(format("{} ({})", layer->GetName(), joined(names)));
            if (layer->GetGeomType() == wkbNone && fits({names.begin(), names.end()})) fitting.push_back(layer);
        }
        if (!wanted.empty()) {
            if (OGRLayer* layer = dataset->GetLayerByName(wanted.c_str())) return *layer;
            throw InvalidArgument(format("`layer`: '{}' has no table '{}'; it has: {}", path, wanted, joined(all)));
        }
        if (fitting.size() == 1) return *fitting.front();
        throw InputError(path, 0,
                         format("{} of its tables {} fields for the ends of arcs: {}. Choose one with `layer`",
                                fitting.empty() ? "none" : "several", fitting.empty() ? "has" : "have", joined(all)));
    }
};

bool may_hold_tables(std::string_view start, std::string_view name) {
    return start.starts_with("SQLite format 3") || name.ends_with(".dbf");
}

TableRows::TableRows(const std::string& path, const ReadOptions& options,
                     bool (*fits)(const std::vector<std::string_view>&))
    : state_(std::make_unique<State>(path, options.progress)) {
    state_->limit.guard([&] { open(options, fits); });
}

void TableRows::open(const ReadOptions& options, bool (*fits)(const std::vector<std::string_view>&)) {
    const std::string& path = state_->path;
    require_whole_sqlite_file(path);
    const gdal::QuietErrors errors;
    // If there are layers with a geometry, SQLite's driver lists no other tables by default.
    constexpr const char* all_tables[] = {"LIST_ALL_TABLES=YES", nullptr};
    {
        const SqliteLimit::Opening counted(state_->limit);
        state_->dataset.reset(
            GDALDataset::FromHandle(gdal::open_dataset(path, GDAL_OF_VECTOR | GDAL_OF_READONLY, all_tables)));
    }
    if (state_->dataset == nullptr) throw InputError(path, 0, "cannot be opened as a table" + errors.detail());
    state_->table = &state_->choose(options.layer, fits);
    if (options.where.empty()) return;
    // Databases check a filter only when the first row is requested.
    const bool set = state_->table->SetAttributeFilter(options.where.c_str()) == OGRERR_NONE;
    const bool found = set && OGRFeatureUniquePtr(state_->table->GetNextFeature()) != nullptr;
    state_->table->ResetReading();
    if (!set || (!found && errors.failed())) {
        throw InvalidArgument(format("`where`: GDAL does not understand the filter \"{}\"{}; the fields are: {}",
                                     options.where, errors.detail(), joined(field_names(*state_->table))));
    }
}

TableRows::~TableRows() {
    state_->row.reset();
}

bool TableRows::next(std::vector<std::string_view>& fields) {
    fields.clear();
    if (!state_->names_given) {
        state_->names_given = true;
        state_->texts = field_names(*state_->table);
        fields.assign(state_->texts.begin(), state_->texts.end());
        return true;
    }
    const gdal::QuietErrors errors;
    state_->row.reset(state_->table->GetNextFeature());
    if (state_->row == nullptr) {
        if (!errors.failed()) return false;
        state_->limit.check();
        throw InputError(state_->path, 0, "cannot be read" + errors.detail());
    }
    state_->limit.count_row();
    if (++state_->rows % 65536 == 0) report(state_->progress, "read", state_->rows, 0);
    for (std::size_t field = 0; field < state_->texts.size(); ++field) {
        state_->texts[field] = text_of(*state_->row, static_cast<int>(field));
    }
    fields.assign(state_->texts.begin(), state_->texts.end());
    return true;
}

void TableRows::fail(std::string_view message) const {
    throw InputError(state_->path, 0,
                     format("table '{}', row {}: {}", state_->table->GetName(), state_->rows, message));
}

}  // namespace allways::importers

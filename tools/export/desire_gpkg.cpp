// Table → desire lines as a GeoPackage in the table's own reference system: layer desire_line, a line a pair.
#include <cmath>
#include <filesystem>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "export/atomic_file.h"
#include "export/closed_database.h"
#include "export/desire_lines.h"
#include "export/formats.h"
#include "gdal_handles.h"
#include "gdal_library.h"
#include "provenance.h"
#include "reference_system.h"

namespace allways::tools {

namespace {

constexpr const char* layer_name = "desire_line";

// Writes into a file that nobody else sees, in one transaction.
class Writer {
public:
    Writer(const TableCells& table, const std::string& path, const std::string& file, const ExportOptions& options)
        : table_(table),
          path_(path),
          options_(options),
          fields_(pair_fields(table, options, {"from", "to", "fid", "geom", "rowid", "_rowid_", "oid", "ogc_fid"})),
          unreachable_(unreachable_number(options)) {
        std::error_code ignored;
        std::filesystem::remove(file, ignored);  // of a process that was killed
        dataset_.reset(GDALCreate(GDALGetDriverByName("GPKG"), file.c_str(), 0, 0, 0, GDT_Unknown, nullptr));
        require(dataset_ != nullptr);
        const std::string attribution = attribution_in(recorded_provenance(table.provenance, options));
        if (!attribution.empty()) {
            require(GDALSetMetadataItem(dataset_.get(), "ATTRIBUTION", attribution.c_str(), nullptr) == CE_None);
        }
    }

    void write() {
        require(GDALDatasetStartTransaction(dataset_.get(), FALSE) == OGRERR_NONE);
        make_layer();
        row_.reset(OGR_F_Create(OGR_L_GetLayerDefn(layer_)));
        visit_pairs(table_, options_, [&](std::uint32_t from, std::uint32_t to, bool reachable) { put(from, to, reachable); });
        make_index();
        require(GDALDatasetCommitTransaction(dataset_.get()) == OGRERR_NONE);
        row_.reset();
        CPLErrorReset();
        dataset_.reset();
        require(!errors_.failed());
    }

private:
    void require(bool done) const {
        if (!done) throw InputError(path_, 0, format("cannot be written{}", errors_.detail()));
    }

    void make_layer() {
        gdal::SpatialReference system;
        if (!table_.crs.empty()) {
            system.reset(OSRNewSpatialReference(nullptr));
            require(OSRSetFromUserInput(system.get(), ReferenceSystem(table_.crs).text().c_str()) == OGRERR_NONE);
        }
        char without_index[] = "SPATIAL_INDEX=NO";  // made when the layer is full, which is quicker
        char* options[] = {without_index, nullptr};
        layer_ = GDALDatasetCreateLayer(dataset_.get(), layer_name, system.get(), wkbLineString, options);
        require(layer_ != nullptr);
        const auto id_type = [](const IdTable& ids) { return ids.is_numeric() ? OFTInteger64 : OFTString; };
        add_field("from", id_type(table_.rows));
        add_field("to", id_type(table_.columns));
        for (const PairField& field : fields_) add_field(field.column, field.whole ? OFTInteger64 : OFTReal);
    }

    void add_field(const std::string& name, OGRFieldType type) {
        const gdal::FieldDefinition definition(OGR_Fld_Create(name.c_str(), type));
        require(OGR_L_CreateField(layer_, definition.get(), FALSE) == OGRERR_NONE);
    }

    void set_id(int field, const IdTable& ids, std::uint32_t index) {
        if (ids.is_numeric()) {
            OGR_F_SetFieldInteger64(row_.get(), field, ids.numbers()[index]);
        } else {
            OGR_F_SetFieldString(row_.get(), field, ids.texts()[index].c_str());
        }
    }

    void put(std::uint32_t from, std::uint32_t to, bool reachable) {
        set_id(0, table_.rows, from);
        set_id(1, table_.columns, to);
        for (std::size_t at = 0; at < fields_.size(); ++at) {
            const int field = static_cast<int>(2 + at);
            const auto value = reachable ? fields_[at].value(from * table_.columns.size() + to) : unreachable_;
            if (value && std::isfinite(*value)) {
                OGR_F_SetFieldDouble(row_.get(), field, *value);
            } else {
                OGR_F_SetFieldNull(row_.get(), field);
            }
        }
        OGRGeometryH line = nullptr;
        if (has_line(table_, from, to)) {
            line = OGR_G_CreateGeometry(wkbLineString);
            OGR_G_AddPoint_2D(line, table_.row_places[from].x, table_.row_places[from].y);
            OGR_G_AddPoint_2D(line, table_.column_places[to].x, table_.column_places[to].y);
        }
        OGR_F_SetGeometryDirectly(row_.get(), line);
        OGR_F_SetFID(row_.get(), OGRNullFID);
        require(OGR_L_CreateFeature(layer_, row_.get()) == OGRERR_NONE);
    }

    void make_index() {
        require(OGR_L_SyncToDisk(layer_) == OGRERR_NONE);
        const gdal::QueryRows made(dataset_.get(), format("SELECT CreateSpatialIndex('{}', 'geom')", layer_name).c_str());
        require(made.layer() != nullptr);
        const gdal::Feature answer(OGR_L_GetNextFeature(made.layer()));
        require(answer != nullptr && OGR_F_GetFieldAsInteger(answer.get(), 0) == 1);
    }

    const TableCells& table_;
    const std::string& path_;
    const ExportOptions& options_;
    std::vector<PairField> fields_;
    std::optional<double> unreachable_;
    gdal::QuietErrors errors_;
    // Nobody waits for a temporary file, and it needs no journal: it is removed when anything fails.
    gdal::ThreadOption synchronous_{"OGR_SQLITE_SYNCHRONOUS", "OFF"};
    gdal::ThreadOption journal_{"OGR_SQLITE_JOURNAL", "OFF"};
    gdal::Dataset dataset_;
    OGRLayerH layer_ = nullptr;  // the dataset's
    gdal::Feature row_;
};

void write(const TableCells& table, const std::string& path, const ExportOptions& options) {
    require_places(table);
    AtomicFile file(path, options.overwrite);
    require_closed(path);
    gdal::start();
    Writer(table, path, file.temporary(), options).write();
    require_closed(path);
    file.commit();
}

}  // namespace

OutputFormat desire_gpkg_output() {
    OutputFormat format;
    format.name = "desire-gpkg";
    format.description = "table, straight lines from origins to destinations in a GeoPackage";
    format.suffixes = {".desire.gpkg"};
    format.write_table = [](const DistanceTable& table, const std::string& path, const ExportOptions& options) {
        write(cells_of(table), path, options);
    };
    format.write_part = [](const OriginDestinationTable& table, const std::string& path, const ExportOptions& options) {
        write(cells_of(table), path, options);
    };
    format.unit = format.unreachable = format.pairs = true;
    format.check_options = check_desire_options;
    return format;
}

}  // namespace allways::tools

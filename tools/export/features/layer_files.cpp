// SPDX-License-Identifier: Apache-2.0
#include "export/features/feature_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <set>
#include <system_error>

#include <gdal_priv.h>
#include <ogr_spatialref.h>
#include <ogrsf_frmts.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/counted.h"
#include "base/text.h"
#include "export/files/atomic_file.h"
#include "export/files/output_file.h"
#include "libraries/gdal_library.h"
#include "libraries/open_dataset.h"

namespace allways::tools {

using namespace importers;

namespace fs = std::filesystem;

namespace {

// ---- ends: finished files are whole (GDAL does not report that the last bytes could not be written as it closed them,
// as on a full disk)

class LayerFile {
public:
    explicit LayerFile(const fs::path& path) : in_(path, std::ios::binary) {
        std::error_code error;
        size_ = fs::file_size(path, error);
        if (error) size_ = 0;
    }
    std::uint64_t size() const { return size_; }

    // A number of `bytes` bytes; 0 beyond the end.
    std::uint64_t little_endian(std::uint64_t at, int bytes) { return number(at, bytes, false); }
    std::uint64_t big_endian(std::uint64_t at, int bytes) { return number(at, bytes, true); }

private:
    std::uint64_t number(std::uint64_t at, int bytes, bool big) {
        std::array<unsigned char, 8> read{};
        if (at + static_cast<std::uint64_t>(bytes) > size_) return 0;
        if (at != at_) in_.seekg(static_cast<std::streamoff>(at));
        for (int i = 0; i < bytes; ++i) read[static_cast<std::size_t>(i)] = static_cast<unsigned char>(in_.get());
        at_ = at + static_cast<std::uint64_t>(bytes);
        std::uint64_t value = 0;
        for (int i = 0; i < bytes; ++i) value = value << 8 | read[static_cast<std::size_t>(big ? i : bytes - 1 - i)];
        return value;
    }

    std::ifstream in_;
    std::uint64_t size_ = 0;
    std::uint64_t at_ = 0;
};

// Both .shp and .shx state their length in units of 16 bits.
bool has_stated_length(LayerFile& file) {
    return file.size() >= 100 && 2 * file.big_endian(24, 4) == file.size();
}

// Returns true if NAME.shp, .shx and .dbf hold as many records as stated and end where their headers say. `geometries`:
// false for a .dbf alone.
bool is_whole_shapefile(const fs::path& file, std::uint64_t features, bool geometries) {
    LayerFile records(fs::path(file).replace_extension(".dbf"));
    const std::uint64_t header_bytes = records.little_endian(8, 2);
    const std::uint64_t record_bytes = records.little_endian(10, 2);
    if (header_bytes == 0 || record_bytes == 0 || records.little_endian(4, 4) != features ||
        records.size() < header_bytes + features * record_bytes) {
        return false;
    }
    if (!geometries) return true;
    LayerFile shapes(file);
    LayerFile index(fs::path(file).replace_extension(".shx"));
    return has_stated_length(shapes) && has_stated_length(index) && index.size() == 100 + 8 * features;
}

// Returns true if the file ends with its last feature. `indexed`: it has a spatial index. Its parts: magic bytes, the
// header, a packed R-tree with 16 children a node, and the features; header and features begin with their size.
bool is_whole_flatgeobuf(const fs::path& path, std::uint64_t features, bool indexed) {
    constexpr std::uint64_t magic_bytes = 8, size_bytes = 4, node_bytes = 40, children = 16;
    LayerFile file(path);
    std::uint64_t at = magic_bytes + size_bytes + file.little_endian(magic_bytes, size_bytes);
    if (at == magic_bytes + size_bytes) return false;
    std::uint64_t nodes = features;
    at += indexed ? nodes * node_bytes : 0;
    while (indexed && nodes > 0) {
        nodes = (nodes + children - 1) / children;
        at += nodes * node_bytes;
        if (nodes == 1) break;
    }
    for (std::uint64_t i = 0; i < features && at < file.size(); ++i)
        at += size_bytes + file.little_endian(at, size_bytes);
    return at == file.size();
}

// ---- layers

// Limits of dBASE, and of the numbers that are written to it.
constexpr std::size_t longest_name = 10;
constexpr std::size_t most_shapefile_bytes = 254;
constexpr int decimals = 9;
constexpr double largest_number = 1e13;

// The files that may accompany NAME.shp, whichever program made them. Old ones are removed, because they belong to the
// replaced file.
constexpr std::array<const char*, 8> shapefile_parts{".shx", ".dbf", ".prj", ".cpg", ".qix", ".sbn", ".sbx", ".qpj"};

// Names of fields for dBASE: ASCII, at most 10 characters, distinct even if case is ignored.
std::vector<std::string> short_names(const std::vector<FeatureField>& fields) {
    std::set<std::string> taken;
    std::vector<std::string> names;
    for (const FeatureField& field : fields) {
        std::string plain;
        for (const char c : field.name) plain += static_cast<unsigned char>(c) < 0x80 ? c : '_';
        std::string name = plain.substr(0, longest_name);
        for (int number = 2; !taken.insert(lower_case(name)).second; ++number) {
            const std::string end = format("_{}", number);
            name = plain.substr(0, longest_name - end.size()) + end;
        }
        names.push_back(name);
    }
    return names;
}

// Cuts UTF-8 between characters.
std::string cut_text(const std::string& text, std::size_t most) {
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    return text.substr(0, end);
}

class LayerFiles : public FeatureFile {
public:
    LayerFiles(const FeatureOutput& output, const std::string& crs)
        : path_(output.path), options_(output), shapefile_(output.format == "shp"), folder_(part_name(path_)) {
        gdal::start();
        if (fs::path(path_).extension() != "." + output.format)
            throw InvalidArgument(format("format {} needs a file name that ends in .{}", output.format, output.format));
        const AtomicFile checked(path_, output.overwrite);  // checks that the name is free and its folder is writable
        if (!crs.empty()) system_ = gdal::spatial_reference(crs);
        std::error_code error;
        if (!fs::create_directory(folder_, error))
            throw InputError(path_, 0, format("cannot be written: {}", error.message()));
    }
    ~LayerFiles() override {
        dataset_.reset();
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
    LayerFiles(const LayerFiles&) = delete;
    LayerFiles& operator=(const LayerFiles&) = delete;

    void begin_layer(const FeatureLayer& layer) override {
        finish_layer();
        layer_name_ = layer.name;
        const std::string further = finished_.empty() ? "" : layer.name;
        const fs::path final = name_of(path_, further);
        for (const fs::path& file : parts_of(final)) AtomicFile(file.string(), options_.overwrite);
        finished_.push_back(final);
        make_dataset(folder_ / final.filename());
        char** wanted = nullptr;
        if (shapefile_) {
            wanted = CSLSetNameValue(wanted, "ENCODING", "LDID/0");  // texts are UTF-8, as mark_encoding() states
            wanted = CSLSetNameValue(wanted, "2GB_LIMIT", "YES");
        } else {
            wanted = CSLSetNameValue(wanted, "SPATIAL_INDEX", layer.type == wkbNone ? "NO" : "YES");
        }
        layer_ = dataset_->CreateLayer(final.stem().string().c_str(), system_.IsEmpty() ? nullptr : &system_,
                                       layer.type, wanted);
        CSLDestroy(wanted);
        require(layer_ != nullptr);
        if (shapefile_) mark_encoding(folder_ / final.filename());
        has_geometries_ = layer.type != wkbNone;
        written_ = 0;
        add_fields(layer);
        row_.reset(OGRFeature::CreateFeature(layer_->GetLayerDefn()));
    }

    void add(std::span<const FeatureValue> values, const OGRGeometry* geometry) override {
        const bool empty = geometry == nullptr || geometry->IsEmpty();
        if (empty && has_geometries_ && !shapefile_) {
            ++without_geometry_;
            return;
        }
        for (std::size_t i = 0; i < values.size(); ++i) set(static_cast<int>(i), values[i]);
        row_->SetGeometry(empty ? nullptr : geometry);
        row_->SetFID(OGRNullFID);
        require(layer_->CreateFeature(row_.get()) == OGRERR_NONE);
        ++written_;
    }

    void commit() override {
        finish_layer();
        report(options_.progress, "write", 0, 0);  // GDAL sorts and writes a FlatGeobuf as it closes it, without asking
        for (const fs::path& file : finished_) publish(file);
    }

private:
    static fs::path name_of(const fs::path& path, const std::string& further) {
        if (further.empty()) return path;
        return path.parent_path() / (path.stem().string() + "_" + further + path.extension().string());
    }

    void make_dataset(const fs::path& file) {
        GDALDriver* driver = GetGDALDriverManager()->GetDriverByName(shapefile_ ? "ESRI Shapefile" : "FlatGeobuf");
        if (driver == nullptr)
            throw InputError(path_, 0, format("cannot be written: this GDAL has no driver for {}", options_.format));
        dataset_.reset(driver->Create(file.string().c_str(), 0, 0, 0, GDT_Unknown, nullptr));
        require(dataset_ != nullptr);
    }

    // Writes the .cpg. GDAL would write to a null file where it cannot make one.
    void mark_encoding(fs::path file) const {
        OutputFile mark(file.replace_extension(".cpg").string(), false, path_);
        mark.put("UTF-8");
        mark.commit();
    }

    void add_fields(const FeatureLayer& layer) {
        std::vector<std::string> names;
        for (const FeatureField& field : layer.fields) names.push_back(field.name);
        if (shapefile_) names = short_names(layer.fields);
        std::vector<std::string> changed;
        for (std::size_t i = 0; i < names.size(); ++i) {
            const FeatureField::Type type = layer.fields[i].type;
            OGRFieldDefn definition(names[i].c_str(), ogr_type(type));
            if (shapefile_ && type == FeatureField::Type::real) {
                definition.SetWidth(24);
                definition.SetPrecision(decimals);
            } else if (shapefile_ && type == FeatureField::Type::text) {
                definition.SetWidth(static_cast<int>(most_shapefile_bytes));
            }
            require(layer_->CreateField(&definition) == OGRERR_NONE);
            if (names[i] != layer.fields[i].name) changed.push_back(format("{} is {}", layer.fields[i].name, names[i]));
        }
        if (changed.empty()) return;
        say(LogLevel::info, format("names of fields have at most {} characters: {}", longest_name, joined(changed)));
    }

    void set(int field, const FeatureValue& value) {
        if (const auto* whole = std::get_if<std::int64_t>(&value))
            return row_->SetField(field, static_cast<GIntBig>(*whole));
        if (const auto* real = std::get_if<double>(&value)) return row_->SetField(field, stored(*real));
        if (const auto* text = std::get_if<std::string>(&value))
            return row_->SetField(field, stored(valid_utf8(*text)).c_str());
        row_->SetFieldNull(field);
    }

    double stored(double number) {
        if (!shapefile_) return number;
        if (std::abs(number) >= largest_number)
            throw InputError(
                path_, 0,
                format("cannot be written: a Shapefile has no room for the number {}; write .fgb or .gpkg", number));
        constexpr double fine = 1e9;
        rounded_ += std::abs(number * fine - std::round(number * fine)) > 1e-3;
        return number;
    }

    std::string stored(std::string text) {
        if (!shapefile_ || text.size() <= most_shapefile_bytes) return text;
        ++cut_;
        return cut_text(text, most_shapefile_bytes);
    }

    // Writes the last pages and logs what was shortened or left out.
    void finish_layer() {
        if (!dataset_) return;
        row_.reset();
        CPLErrorReset();
        layer_ = nullptr;
        dataset_.reset();
        require(!errors_.failed());
        require_whole();
        tell(cut_, "text", "texts", format("cut to {} bytes", most_shapefile_bytes));
        tell(rounded_, "number", "numbers", format("rounded to {} decimals", decimals));
        tell(without_geometry_, "feature", "features",
             "left out: without a geometry it has no place in a spatial index");
        cut_ = rounded_ = without_geometry_ = 0;
    }

    void require_whole() const {
        const fs::path file = folder_ / finished_.back().filename();
        const fs::path system = fs::path(file).replace_extension(".prj");
        std::error_code error;
        const bool has_system = !shapefile_ || !has_geometries_ || system_.IsEmpty() ||
                                (fs::exists(system, error) && fs::file_size(system, error) > 0);
        if (has_system && (shapefile_ ? is_whole_shapefile(file, written_, has_geometries_)
                                      : is_whole_flatgeobuf(file, written_, has_geometries_))) {
            return;
        }
        throw InputError(path_, 0, "cannot be written: its last bytes are missing; is the disk full?");
    }

    void tell(std::uint64_t count, std::string_view one, std::string_view many, const std::string& what) const {
        if (count > 0)
            say(LogLevel::loss, format("{} {} {}", counted(count, one, many), by_count(count, "is", "are"), what));
    }
    void say(LogLevel level, const std::string& what) const {
        log(options_.log, level, format("{}, layer '{}': {}", path_, layer_name_, what));
    }

    // The files of one layer, the main file last: without it the others have no effect.
    std::vector<fs::path> parts_of(const fs::path& final) const {
        std::vector<fs::path> files;
        for (const char* part : shapefile_parts) {
            if (shapefile_) files.push_back(fs::path(final).replace_extension(part));
        }
        files.push_back(final);
        return files;
    }

    void publish(const fs::path& final) const {
        const std::vector<fs::path> files = parts_of(final);
        for (const fs::path& file : files) AtomicFile(file.string(), options_.overwrite);
        std::error_code error;
        if (shapefile_) fs::remove(final, error);
        for (const fs::path& to : files) {
            const fs::path made = folder_ / to.filename();
            if (!fs::exists(made, error)) {
                fs::remove(to, error);
                continue;
            }
            fs::rename(made, to, error);
            if (error) throw InputError(to.string(), 0, format("cannot be written: {}", error.message()));
        }
    }

    void require(bool done) const {
        if (done) return;
        const std::string detail = errors_.detail();
        const bool too_large = detail.find("2GB") != detail.npos;
        throw InputError(path_, 0,
                         format("cannot be written{}{}", detail,
                                too_large ? "; write a .fgb or .gpkg file, which may have any size" : ""));
    }

    gdal::QuietErrors errors_;
    gdal::ThreadOption encoding_{"SHAPE_ENCODING", "UTF-8"};
    std::string path_;
    FeatureOutput options_;
    bool shapefile_;
    fs::path folder_;  // where the files are made
    std::vector<fs::path> finished_;
    OGRSpatialReference system_;
    GDALDatasetUniquePtr dataset_;
    std::string layer_name_;
    OGRLayer* layer_ = nullptr;  // the dataset owns it
    OGRFeatureUniquePtr row_;
    bool has_geometries_ = false;
    std::uint64_t written_ = 0;  // of the layer
    std::uint64_t cut_ = 0;
    std::uint64_t rounded_ = 0;
    std::uint64_t without_geometry_ = 0;
};

}  // namespace

std::unique_ptr<FeatureFile> make_layer_files(const FeatureOutput& output, const std::string& crs) {
    return std::make_unique<LayerFiles>(output, crs);
}

}  // namespace allways::tools

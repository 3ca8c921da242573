// SPDX-License-Identifier: Apache-2.0
#include "libraries/height_raster.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <unordered_map>

#include <cpl_conv.h>
#include <gdal.h>
#include <ogr_spatialref.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/units.h"
#include "base/text.h"
#include "libraries/gdal_library.h"
#include "libraries/open_dataset.h"
#include "libraries/reference_system.h"

namespace allways::importers {

namespace {

constexpr double no_height = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t tile_side = 256;
constexpr std::size_t most_tiles = 256;  // 64 MB
constexpr std::int64_t most_block_bytes = std::int64_t{256} << 20;
// The size of GDAL's cache: a row of tiles of a raster of whole rows, up to 120,000 columns of 4 bytes.
constexpr std::int64_t most_cached_bytes = std::int64_t{128} << 20;

double metres_of_unit(const std::string& path, const std::string& unit) {
    if (unit.empty()) return 1;
    constexpr double survey_foot_m = 1200.0 / 3937;
    const std::string name = lower_case(unit);
    if (name == "us survey foot" || name == "us-ft" || name == "ftus") return survey_foot_m;
    const Unit* known = find_unit(unit_symbol(name), Unit::Kind::length);
    if (known == nullptr) throw InputError(path, 0, format("its heights are in '{}', an unknown unit of length", unit));
    return static_cast<double>(known->size) / sizes_per_metre;
}

}  // namespace

struct HeightRaster::State {
    std::string path;
    gdal::Dataset dataset;
    GDALRasterBandH band = nullptr;
    GDALRasterBandH mask = nullptr;  // null: every cell has a value
    std::int64_t width = 0;
    std::int64_t height = 0;
    std::array<double, 6> to_cell{};  // from coordinates of the raster's system to columns and rows
    double scale = 1;                 // metres = offset + scale × number
    double offset = 0;
    double cell_m = 0;
    std::unique_ptr<OGRCoordinateTransformation> transformation;  // null: the points are in the raster's system
    std::unordered_map<std::int64_t, std::vector<float>> tiles;

    [[noreturn]] void fail(const std::string& message) const { throw InputError(path, 0, message); }

    void open() {
        const gdal::QuietErrors quiet;
        dataset.reset(gdal::open_dataset(path, GDAL_OF_RASTER | GDAL_OF_READONLY | GDAL_OF_VERBOSE_ERROR));
        if (!dataset) fail(format("cannot be opened as a raster of heights{}", quiet.detail()));
        const int bands = GDALGetRasterCount(dataset.get());
        if (bands != 1) fail(format("expected a raster with one band, of heights; it has {} bands", bands));
        band = GDALGetRasterBand(dataset.get(), 1);
        if (GDALGetRasterColorInterpretation(band) == GCI_PaletteIndex || GDALDataTypeIsComplex(type()))
            fail("expected heights, but its numbers are colours of a palette or complex");
        width = GDALGetRasterXSize(dataset.get());
        height = GDALGetRasterYSize(dataset.get());
        limit_memory();
        if ((GDALGetMaskFlags(band) & GMF_ALL_VALID) == 0) mask = GDALGetMaskBand(band);
    }
    GDALDataType type() const { return GDALGetRasterDataType(band); }

    void limit_memory() const {
        int columns = 0;
        int rows = 0;
        GDALGetBlockSize(band, &columns, &rows);
        if (std::int64_t{columns} * rows * GDALGetDataTypeSizeBytes(type()) > most_block_bytes) {
            fail(format(
                "its cells can only be read in blocks of {} × {}, too many for the memory; make smaller ones, for "
                "example with gdal_translate -co TILED=YES -co COMPRESS=DEFLATE",
                columns, rows));
        }
        GDALSetCacheMax64(std::min<std::int64_t>(GDALGetCacheMax64(), most_cached_bytes));
    }

    void read_scale(const OGRSpatialReference& system) {
        int given = 0;
        scale = GDALGetRasterScale(band, &given);
        if (given == 0) scale = 1;
        offset = GDALGetRasterOffset(band, &given);
        if (given == 0) offset = 0;
        double metres = metres_of_unit(path, GDALGetRasterUnitType(band));
        if (*GDALGetRasterUnitType(band) == '\0' && system.IsVertical()) metres = vertical_unit(system);
        scale *= metres;
        offset *= metres;
    }

    static double vertical_unit(const OGRSpatialReference& system) {
        const double metres = system.GetTargetLinearUnits("VERT_CS");
        return metres > 0 ? metres : 1;
    }

    void place(const std::string& crs) {
        const OGRSpatialReference* stated = OGRSpatialReference::FromHandle(GDALGetSpatialRef(dataset.get()));
        if (stated == nullptr || stated->IsEmpty())
            fail("it states no reference system; add it, for example with gdal_edit.py -a_srs EPSG:4326");
        std::array<double, 6> to_place{};
        if (GDALGetGeoTransform(dataset.get(), to_place.data()) != CE_None ||
            GDALInvGeoTransform(to_place.data(), to_cell.data()) == 0) {
            fail("it states no position of its cells (geotransform)");
        }
        read_scale(*stated);
        OGRSpatialReference system(*stated);
        system.StripVertical();
        system.SetAxisMappingStrategy(OAMS_TRADITIONAL_GIS_ORDER);
        measure_cell(system, to_place);
        const OGRSpatialReference of_points = gdal::spatial_reference(crs);
        if (system.IsSame(&of_points) != 0) return;
        const gdal::QuietErrors quiet;
        transformation.reset(OGRCreateCoordinateTransformation(&of_points, &system));
        if (!transformation) fail(format("PROJ knows no way from {} to its reference system{}", crs, quiet.detail()));
    }

    void measure_cell(const OGRSpatialReference& system, const std::array<double, 6>& to_place) {
        char* text = nullptr;
        system.exportToWkt(&text);
        const std::string wkt = text == nullptr ? "" : text;
        CPLFree(text);
        const ReferenceSystem measured(wkt);
        const auto at_cell = [&](double column, double row) -> Coordinate {
            return {to_place[0] + column * to_place[1] + row * to_place[2],
                    to_place[3] + column * to_place[4] + row * to_place[5]};
        };
        const double column = 0.5 * static_cast<double>(width);
        const double row = 0.5 * static_cast<double>(height);
        const std::array across{at_cell(column - 0.5, row), at_cell(column + 0.5, row)};
        const std::array down{at_cell(column, row - 0.5), at_cell(column, row + 0.5)};
        cell_m = std::min(measured.length_m(across), measured.length_m(down));
        if (!(cell_m > 0)) fail("its cells have no size; is its reference system right?");
    }

    // Columns and rows, counted from the upper left corner; NaN for points that the raster's system does not cover.
    std::vector<Coordinate> cells_of(std::span<const Coordinate> points) {
        std::vector<double> x;
        std::vector<double> y;
        for (const Coordinate point : points) x.push_back(point.x), y.push_back(point.y);
        std::vector<int> found(points.size(), 1);
        if (transformation && !points.empty()) {
            const gdal::QuietErrors quiet;
            transformation->Transform(static_cast<int>(points.size()), x.data(), y.data(), nullptr, found.data());
        }
        std::vector<Coordinate> cells(points.size(), {no_height, no_height});
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (found[i] == 0 || !std::isfinite(x[i]) || !std::isfinite(y[i])) continue;
            cells[i] = {to_cell[0] + x[i] * to_cell[1] + y[i] * to_cell[2],
                        to_cell[3] + x[i] * to_cell[4] + y[i] * to_cell[5]};
        }
        return cells;
    }

    bool is_inside(Coordinate cell) const {
        return cell.x >= 0 && cell.y >= 0 && cell.x <= static_cast<double>(width) &&
               cell.y <= static_cast<double>(height);
    }
    static std::int64_t index(double at, std::int64_t size) {
        return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(at)), 0, size - 1);
    }
    std::int64_t tiles_across() const { return (width + tile_side - 1) / tile_side; }
    std::int64_t tile_of(std::int64_t column, std::int64_t row) const {
        return row / tile_side * tiles_across() + column / tile_side;
    }

    const std::vector<float>& tile(std::int64_t number) {
        const auto known = tiles.find(number);
        if (known != tiles.end()) return known->second;
        if (tiles.size() >= most_tiles) tiles.clear();
        const int left = static_cast<int>(number % tiles_across() * tile_side);
        const int top = static_cast<int>(number / tiles_across() * tile_side);
        const int columns = static_cast<int>(std::min(tile_side, width - left));
        const int rows = static_cast<int>(std::min(tile_side, height - top));
        const auto cells = static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows);
        std::vector<float> numbers(cells);
        std::vector<unsigned char> valid(cells, 255);
        const gdal::QuietErrors quiet;
        if (GDALRasterIO(band, GF_Read, left, top, columns, rows, numbers.data(), columns, rows, GDT_Float32, 0, 0) !=
                CE_None ||
            (mask != nullptr && GDALRasterIO(mask, GF_Read, left, top, columns, rows, valid.data(), columns, rows,
                                             GDT_Byte, 0, 0) != CE_None)) {
            fail(format("cannot be read at column {}, row {}{}", left, top, quiet.detail()));
        }
        for (std::size_t i = 0; i < cells; ++i) {
            if (valid[i] == 0 || !std::isfinite(numbers[i])) numbers[i] = static_cast<float>(no_height);
        }
        return tiles[number] = std::move(numbers);
    }

    double cell(std::int64_t column, std::int64_t row) {
        const std::int64_t number = tile_of(column, row);
        const std::int64_t columns = std::min(tile_side, width - column / tile_side * tile_side);
        const std::int64_t at = row % tile_side * columns + column % tile_side;
        return double{tile(number)[static_cast<std::size_t>(at)]};
    }

    struct Height {
        double metres = no_height;
        std::optional<double> impossible = {};  // the height of a cell that does not count, since it is none on earth
    };

    Height interpolated(Coordinate at) {
        const double column = std::clamp(at.x - 0.5, 0.0, static_cast<double>(width - 1));
        const double row = std::clamp(at.y - 0.5, 0.0, static_cast<double>(height - 1));
        const std::int64_t left = index(column, width);
        const std::int64_t top = index(row, height);
        const double right_share = column - static_cast<double>(left);
        const double lower_share = row - static_cast<double>(top);
        double sum = 0;
        double weights = 0;
        Height found;
        for (const int down : {0, 1}) {
            for (const int right : {0, 1}) {
                const double weight = (right ? right_share : 1 - right_share) * (down ? lower_share : 1 - lower_share);
                if (weight <= 0) continue;
                const double metres = offset + scale * cell(left + right, top + down);
                if (std::isnan(metres)) continue;
                if (!(metres >= lowest_height_m && metres <= highest_height_m)) {
                    if (!found.impossible) found.impossible = metres;
                    continue;
                }
                sum += weight * metres;
                weights += weight;
            }
        }
        if (weights >= 0.5) found.metres = sum / weights;
        return found;
    }
};

HeightRaster::HeightRaster(const std::string& path, const std::string& crs) : state_(std::make_unique<State>()) {
    state_->path = path;
    state_->open();
    state_->place(crs);
}

HeightRaster::~HeightRaster() = default;

double HeightRaster::cell_m() const {
    return state_->cell_m;
}

HeightRaster::Heights HeightRaster::at(std::span<const Coordinate> points) {
    State& state = *state_;
    Heights heights;
    heights.metres.assign(points.size(), no_height);
    const std::vector<Coordinate> cells = state.cells_of(points);
    std::vector<std::pair<std::int64_t, std::size_t>> by_tile;
    by_tile.reserve(points.size());
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (state.is_inside(cells[i])) {
            by_tile.emplace_back(
                state.tile_of(State::index(cells[i].x, state.width), State::index(cells[i].y, state.height)), i);
        } else {
            ++heights.outside;
        }
    }
    std::ranges::sort(by_tile);
    for (const auto& [tile, i] : by_tile) {
        const auto [metres, impossible] = state.interpolated(cells[i]);
        heights.metres[i] = metres;
        heights.no_value += std::isnan(metres);
        if (impossible && heights.impossible++ == 0) heights.first_impossible = *impossible;
    }
    return heights;
}

}  // namespace allways::importers

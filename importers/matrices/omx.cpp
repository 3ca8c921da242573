// SPDX-License-Identifier: Apache-2.0
// Open Matrix (HDF5) → a table of all pairs, or of origins × destinations. Layout: docs/formats.md; the foreign part is
// the OMX specification 0.2 (/data with matrices, /lookup with ids).
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <optional>
#include <type_traits>
#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "attributes/travel_time.h"
#include "base/counted.h"
#include "base/decimal_cells.h"
#include "base/fixed_point.h"
#include "base/text.h"
#include "base/threads/parallel.h"
#include "matrices/omx_file.h"
#include "text/file_format.h"

namespace allways::importers {

namespace {

using hdf5::check;
using hdf5::Handle;

constexpr std::size_t block_bytes = std::size_t{4} << 20;

// Restores files that Allways wrote completely: distances with skims and ids; next hops, arcs and coordinates if both
// sides are the same nodes; coordinates for origins × destinations. From other Open Matrix files, reads the matrix
// named by options.cost_field, or the first one, as distances without next hops: inf, nan and the value of an attribute
// NA are unreachable; missing diagonal cells become 0 in a square matrix with one lookup for both sides. Throws
// InputError, naming what is missing, if the file is not an Open Matrix table.
class OmxReader : OmxFile {
public:
    OmxReader(const std::string& path, const ReadOptions& options)
        : OmxFile(path, Access::map_rows), options_(options) {
        if (!hdf5::has_link(root(), "data")) {
            fail("expected an Open Matrix file, but this HDF5 file has no group /data");
        }
        data_ = group(root(), "data");
        own_ = hdf5::has_link(root(), "allways");
        if (own_) check_own_layout(*this, group(root(), "allways"));
    }

    TableContent read(ImportReport& found) {
        const std::string name = distances_ = distances_name();
        const Handle matrix = dataset(data_, name);
        const auto shape = hdf5::shape_of(matrix, path());
        if (shape.size() != 2) fail(format("matrix {} is not two-dimensional", name));
        rows_ = shape[0];
        columns_ = shape[1];
        for (const std::size_t side : {rows_, columns_}) {
            if (side >= no_node) fail(format("matrix {} has a side of {}, more than {}", name, side, no_node - 1));
        }
        found.nodes = rows_;
        check_stated_shape(name);
        same_nodes_ = rows_ == columns_ && !has_lookups_of_two_sides();
        CostScale scale = scale_of(matrix, name);
        state_cost_unit(scale, options_);
        if (same_nodes_ && kind_of(name) == "costs") {
            CostVector costs = read_values(matrix, name, scale);  // determines the scale
            return CostMatrix::own(std::move(costs), rows_, scale, node_ids());
        }
        auto mapped = mapped_cells(matrix, name, scale, nullptr);
        CellNumbers values = mapped ? std::move(*mapped) : CellNumbers(read_values(matrix, name, scale));
        if (same_nodes_) {
            DistanceTable table(std::move(values), rows_, scale, node_ids());
            own_ ? read_own(table) : read_others(table);
            return table;
        }
        OriginDestinationTable table(std::move(values), scale, side_ids("origin_id", 0, rows_),
                                     side_ids("destination_id", 1, columns_));
        own_ ? read_own(table) : read_others(table);
        return table;
    }

private:
    // Returns the kind that tools/export/formats/hdf5/omx_writer.cpp wrote; empty in older and other programs' files.
    std::string kind_of(const std::string& name) const {
        return own_ ? hdf5::read_text_attribute(dataset(data_, name), path(), "kind") : "";
    }

    // The specification requires an attribute SHAPE of the file; if it differs, the shape of the matrix counts.
    void check_stated_shape(const std::string& name) const {
        if (!hdf5::has_attribute(root(), "SHAPE")) return;
        const std::string what = "attribute SHAPE cannot be read";
        const Handle attribute(H5Aopen(root(), "SHAPE", H5P_DEFAULT), path(), what);
        const Handle space(H5Aget_space(attribute), path(), what);
        const Handle type(H5Aget_type(attribute), path(), what);
        std::array<std::int64_t, 2> stated{};
        if (H5Tget_class(type) != H5T_INTEGER || H5Sget_simple_extent_npoints(space) != 2) return;
        check(H5Aread(attribute, H5T_NATIVE_INT64, stated.data()), path(), what);
        if (std::cmp_equal(stated[0], rows_) && std::cmp_equal(stated[1], columns_)) return;
        log(options_.log, LogLevel::warning,
            format("{}: its attribute SHAPE states {} × {}, but matrix {} has {} × {} cells", path(), stated[0],
                   stated[1], name, rows_, columns_));
    }

    // Returns true for "length" if Allways wrote the dataset length_m.
    bool is_called(const std::string& dataset_name, const std::string& wanted) const {
        if (dataset_name == wanted) return true;
        return own_ && hdf5::read_text_attribute(dataset(data_, dataset_name), path(), "name") == wanted;
    }

    std::string distances_name() const {
        const std::vector<std::string> names = hdf5::dataset_names(data_, path());
        if (names.empty()) fail("the group /data has no matrix");
        std::string known;
        for (const std::string& name : names) known += (known.empty() ? "" : ", ") + name;
        if (!options_.cost_field.empty()) {
            const auto named = std::ranges::find_if(
                names, [&](const std::string& name) { return is_called(name, options_.cost_field); });
            if (named == names.end()) {
                fail(format("there is no matrix '{}'; the file has: {}", options_.cost_field, known));
            }
            return *named;
        }
        const auto distances = std::ranges::find_if(names, [&](const std::string& name) {
            const std::string kind = kind_of(name);
            return kind == "distances" || kind == "costs";
        });
        if (distances != names.end()) return *distances;
        if (names.size() > 1 && (own_ || !options_.all_matrices))
            log(options_.log, LogLevel::info, format("reading {} of the matrices {}", names[0], known));
        return names.front();
    }

    CostScale scale_of(hid_t matrix, const std::string& name) const {
        CostScale scale{name, hdf5::read_text_attribute(matrix, path(), "unit"), 0};
        if (hdf5::has_attribute(matrix, "name")) scale.name = hdf5::read_text_attribute(matrix, path(), "name");
        if (hdf5::has_attribute(matrix, "digits")) scale.digits = number_attribute<std::int32_t>(matrix, "digits");
        if (scale.digits < 0 || scale.digits > most_cost_digits)
            fail(format("matrix {} has {} decimal digits", name, scale.digits));
        return scale;
    }

    // Reads rows in blocks, so that progress advances and files with other number types need little memory for
    // conversion. Calls into(first row, cell count) for the destination of a block, and done(cell count) once it is
    // read.
    template <class T, class Into, class Done>
    void read_blocks(hid_t from, const std::string& name, std::size_t row_count, const Into& into,
                     const Done& done) const {
        const std::string what = format("dataset {} cannot be read", name);
        const Handle space(H5Dget_space(from), path(), what);
        const std::size_t block =
            std::clamp<std::size_t>(block_bytes / std::max<std::size_t>(columns_ * sizeof(T), 1), 1, row_count + 1);
        for (std::size_t row = 0; row < row_count; row += block) {
            const hsize_t start[] = {row, 0};
            const hsize_t count[] = {std::min(block, row_count - row), columns_};
            const Handle rows(H5Screate_simple(2, count, nullptr), path(), what);
            check(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, nullptr, count, nullptr), path(), what);
            const std::size_t cells = count[0] * count[1];
            check(H5Dread(from, native_type<T>(), rows, space, H5P_DEFAULT, into(row, cells)), path(), what);
            done(cells);
            report(options_.progress, "read", row + count[0], row_count);
        }
    }

    template <class T>
    void read_rows(hid_t from, const std::string& name, T* into, std::size_t row_count) const {
        read_blocks<T>(
            from, name, row_count, [&](std::size_t row, std::size_t) { return into + row * columns_; },
            [](std::size_t) {});
    }

    // Calls visit(block, cell count) for the rows in order.
    template <class T, class Visit>
    void visit_rows(hid_t from, const std::string& name, const Visit& visit) const {
        std::vector<T> block;
        const auto room = [&](std::size_t, std::size_t cells) {
            if (block.size() < cells) block.resize(cells);
            return block.data();
        };
        read_blocks<T>(from, name, rows_, room, [&](std::size_t cells) { visit(block, cells); });
    }

    // Returns numbers in the layout of tools/export/formats/hdf5/omx_writer.cpp, which stay in the file until they
    // are requested; nothing for other layouts. Decimals that were integers become integers again, and `scale` gets
    // their digits. `distances`: those of a skim.
    std::optional<CellNumbers> mapped_cells(hid_t matrix, const std::string& name, CostScale& scale,
                                            const CellNumbers* distances) const {
        const std::string kind = kind_of(name);
        const bool is_sum = kind == "skim" && name != distances_;
        if (!is_sum && kind != "distances") return std::nullopt;
        const Handle type(H5Dget_type(matrix), path(), format("matrix {} has no type", name));
        if (H5Tget_class(type) == H5T_INTEGER) return raw_cells<std::int32_t>(matrix, name, is_sum);
        return H5Tget_size(type) == sizeof(float) ? mapped_floats<float>(matrix, name, scale, distances)
                                                  : mapped_floats<double>(matrix, name, scale, distances);
    }

    template <class T>
    std::optional<CellNumbers> raw_cells(hid_t matrix, const std::string& name, bool is_sum) const {
        const bool is_raw = hdf5::has_attribute(matrix, "NA") && is_number_attribute(matrix, "NA") &&
                            number_attribute<T>(matrix, "NA") == unreachable_cost<T>;
        if (!is_raw) return std::nullopt;
        auto stored = rows<T>(matrix, rows_, columns_);
        if (!stored) return std::nullopt;
        return CellNumbers::mapped(std::move(*stored), path(), name, is_sum);
    }

    template <class T>
    std::optional<CellNumbers> mapped_floats(hid_t matrix, const std::string& name, CostScale& scale,
                                             const CellNumbers* distances) const {
        if (auto raw = raw_cells<T>(matrix, name, distances != nullptr)) return raw;
        const auto stored = rows<T>(matrix, rows_, columns_);
        if (!stored) return std::nullopt;
        if (const auto digits = decimals_of(matrix, name)) {
            if (has_hops() || are_decimals(*stored, *digits)) {
                scale.digits = *digits;
                return integer_cells(*stored, *digits, name);
            }
        }
        return natural_cells(*stored, distances);
    }

    // Returns the decimal digits of numbers that were integers; nothing if they were floats.
    std::optional<std::int32_t> decimals_of(hid_t matrix, const std::string& name) const {
        if (!hdf5::has_attribute(matrix, "decimals")) return std::nullopt;
        const auto digits = number_attribute<std::int32_t>(matrix, "decimals");
        if (digits < 0 || digits > most_cost_digits) fail(format("matrix {} has {} decimals", name, digits));
        return digits;
    }

    // Distances with next hops are those of the solver: a change is damage, which is detected when a number is read.
    bool has_hops() const { return own_ && hdf5::has_link(group(root(), "allways"), "next_hops"); }

    // Reads all numbers. Returns false if another program changed one.
    template <class T>
    static bool are_decimals(const SharedArray<T>& stored, int digits) {
        constexpr std::size_t cells_of_a_job = std::size_t{1} << 16;
        std::atomic<bool> sound = true;
        parallel_for((stored.size() + cells_of_a_job - 1) / cells_of_a_job, [&](std::size_t job) {
            if (!sound) return;
            const std::size_t first = job * cells_of_a_job;
            std::vector<std::int32_t> whole(std::min(cells_of_a_job, stored.size() - first));
            const std::span<const T> decimals(stored.data() + first, whole.size());
            if (!whole_from_decimals(decimals, digits, whole.data())) sound = false;
        });
        return sound;
    }

    template <class T>
    CellNumbers integer_cells(const SharedArray<T>& stored, int digits, const std::string& name) const {
        const auto make = [stored, digits, name, file = path()](std::size_t first, std::span<std::int32_t> into) {
            const std::span<const T> decimals(stored.data() + first, into.size());
            if (whole_from_decimals(decimals, digits, into.data())) return;
            std::size_t wrong = 0;
            while (whole_from_decimals(decimals.subspan(wrong, 1), digits, into.data())) ++wrong;
            throw InputError(file, 0,
                             format("matrix {} is damaged: it has a cell of {}, not a decimal of {} digits; if another "
                                    "program changed it, remove its attribute 'decimals'",
                                    name, decimals[wrong], digits));
        };
        return CellNumbers::made<std::int32_t>(stored.size(), make);
    }

    // NaN means no path, or in a skim an unknown sum if there is a path.
    template <class T>
    static CellNumbers natural_cells(const SharedArray<T>& stored, const CellNumbers* distances) {
        const auto of = distances ? std::optional(*distances) : std::nullopt;
        const auto make = [stored, of](std::size_t first, std::span<T> into) {
            for (std::size_t i = 0; i < into.size(); ++i) {
                const T number = stored[first + i];
                const bool is_absent = std::isnan(number) && !(of && std::isfinite(of->raw(first + i)));
                into[i] = is_absent ? unreachable_cost<T> : number;
            }
        };
        return CellNumbers::made<T>(stored.size(), make);
    }

    // Keeps int32, float32 and float64; other integers become int32 if they fit, otherwise float64. Natural numbers
    // that were decimals become int32 again, and `scale` gets their digits.
    CostVector read_values(hid_t matrix, const std::string& name, CostScale& scale) const {
        const Handle type(H5Dget_type(matrix), path(), format("matrix {} has no type", name));
        const std::size_t size = H5Tget_size(type);
        if (H5Tget_class(type) == H5T_FLOAT) {
            if (const auto digits = decimals_of(matrix, name)) {
                auto whole = size == sizeof(float) ? read_decimals<float>(matrix, name, *digits)
                                                   : read_decimals<double>(matrix, name, *digits);
                if (whole) {
                    scale.digits = *digits;
                    return std::move(*whole);
                }
            }
            return size <= 4 ? CostVector(read_matrix<float>(matrix, name))
                             : CostVector(read_matrix<double>(matrix, name));
        }
        if (H5Tget_class(type) != H5T_INTEGER) fail(format("matrix {} does not contain numbers", name));
        const bool fits = size < 4 || (size == 4 && H5Tget_sign(type) == H5T_SGN_2);
        if (fits) return read_matrix<std::int32_t>(matrix, name);
        if (scale.digits != 0)
            fail(format("expected int32, but matrix {} has decimal digits and {} bytes a number", name, size));
        return read_matrix<double>(matrix, name);
    }

    // Returns nothing if a number has more than `digits` digits, which means that another program changed it.
    template <class T>
    std::optional<std::vector<std::int32_t>> read_decimals(hid_t matrix, const std::string& name,
                                                           std::int32_t digits) const {
        std::vector<std::int32_t> values(rows_ * columns_);
        std::int32_t* into = values.data();
        bool exact = true;
        visit_rows<T>(matrix, name, [&](const std::vector<T>& block, std::size_t count) {
            exact = exact && whole_from_decimals(std::span<const T>(block.data(), count), digits, into);
            into += count;
        });
        if (!exact) return std::nullopt;
        clear_diagonal(values);
        return values;
    }

    template <class T>
    void clear_diagonal(std::vector<T>& values) const {
        for (std::size_t i = 0; same_nodes_ && i < rows_; ++i) {
            if (!is_reachable(values[i * columns_ + i])) values[i * columns_ + i] = 0;
        }
    }

    template <class T>
    std::vector<T> read_matrix(hid_t matrix, const std::string& name) const {
        std::vector<T> values(rows_ * columns_);
        read_rows(matrix, name, values.data(), rows_);
        if (hdf5::has_attribute(matrix, "NA") && is_number_attribute(matrix, "NA")) {
            const T absent = number_attribute<T>(matrix, "NA");
            if (absent != unreachable_cost<T>) std::ranges::replace(values, absent, unreachable_cost<T>);
        }
        if constexpr (std::is_floating_point_v<T>) {
            const bool is_skim = kind_of(name) == "skim";  // in a skim, NaN is an unknown sum, not a distance
            if (!is_skim || name == distances_) {
                std::ranges::replace_if(
                    values, [](T value) { return std::isnan(value); }, unreachable_cost<T>);
            }
        }
        if constexpr (std::is_integral_v<T>) {
            constexpr T limit = unreachable_cost<T>;
            const auto wrong =
                std::ranges::find_if(values, [&](T value) { return value <= -limit || (own_ && value > limit); });
            if (wrong != values.end()) fail(format("matrix {} is damaged: it has a cell of {}", name, *wrong));
        }
        clear_diagonal(values);
        return values;
    }

    // If there are as many origins as destinations, they are the same nodes unless the file has two kinds of ids.
    bool has_lookups_of_two_sides() const {
        if (!hdf5::has_link(root(), "lookup")) return false;
        const Handle lookup = group(root(), "lookup");
        return !hdf5::has_link(lookup, "node_id") && hdf5::has_link(lookup, "origin_id") &&
               hdf5::has_link(lookup, "destination_id");
    }

    IdTable node_ids() const { return lookup_ids("node_id", std::nullopt, rows_, "nodes"); }

    // The ids of rows (dimension 0) or columns (1).
    IdTable side_ids(const std::string& usual, std::int32_t dimension, std::size_t count) const {
        return lookup_ids(usual, dimension, count, dimension == 0 ? "rows" : "columns");
    }

    // Returns the lookup that `lookup` names, or ours, or the first that has a different value for each of `what` and,
    // if it states a dimension, this one.
    IdTable lookup_ids(const std::string& usual, std::optional<std::int32_t> dimension, std::size_t count,
                       std::string_view what) const {
        const std::vector<std::string> names = hdf5::has_link(root(), "lookup")
                                                   ? hdf5::dataset_names(group(root(), "lookup"), path())
                                                   : std::vector<std::string>();
        if (!options_.lookup.empty()) {
            if (std::ranges::find(names, options_.lookup) == names.end()) {
                fail(format("`lookup`: there is no lookup '{}'; the file has: {}", options_.lookup,
                            names.empty() ? "none" : joined(names)));
            }
            return read_ids(group(root(), "lookup"), options_.lookup, count);
        }
        if (names.empty()) return IdTable::consecutive(count);
        const Handle lookup = group(root(), "lookup");
        if (own_ && hdf5::has_link(lookup, usual.c_str())) return read_ids(lookup, usual, count);
        std::optional<IdTable> ids;
        std::vector<std::string> fitting;
        for (const std::string& name : names) {
            std::optional<IdTable> found = ids_in(lookup, name, dimension, count);
            if (!found) continue;
            if (name == usual) return std::move(*found);
            fitting.push_back(name);
            if (!ids) ids = std::move(found);
        }
        if (!ids) {
            guess(
                options_.log, Guess::lookup,
                format("{}: none of its {} ({}) has a different value for each of its {} {}, which are numbered from 1",
                       path(), counted(names.size(), "lookup"), joined(names), count_text(count), what));
            return IdTable::consecutive(count);
        }
        if (fitting.size() > 1) {
            guess(options_.log, Guess::lookup,
                  format("{}: the ids of {} are those of the lookup {}, but {} would do, too: {}", path(), what,
                         fitting.front(), counted(fitting.size() - 1, "other"),
                         joined({fitting.begin() + 1, fitting.end()})));
        } else {
            log(options_.log, LogLevel::info, format("ids of {} are taken from the lookup {}", what, fitting.front()));
        }
        return std::move(*ids);
    }

    // The values of a lookup, if they are `count` different ones.
    std::optional<IdTable> ids_in(hid_t lookup, const std::string& name, std::optional<std::int32_t> dimension,
                                  std::size_t count) const {
        const Handle set = dataset(lookup, name);
        const bool has_side = dimension && hdf5::has_attribute(set, "DIM") && is_number_attribute(set, "DIM");
        if (has_side && number_attribute<std::int32_t>(set, "DIM") != *dimension) return std::nullopt;
        if (hdf5::shape_of(set, path()) != std::vector<hsize_t>{count}) return std::nullopt;
        IdTable ids = read_ids(lookup, name, count);
        return ids.first_repeated() ? std::nullopt : std::optional(std::move(ids));
    }

    void read_own(DistanceTable& table) const {
        const Handle own = group(root(), "allways");
        table.set_provenance(read_provenance(*this, own));
        StoredNodes nodes = read_nodes(*this, own, rows_);
        table.set_coordinates(std::move(nodes.coordinates), std::move(nodes.crs));
        table.set_no_through(std::move(nodes.no_through));
        if (kind_of(distances_) == "skim") return;  // next hops and other skims belong to the distances
        if (hdf5::has_link(own, "next_hops")) read_next_hops(own, table);
        read_skims(table);
    }

    void read_own(OriginDestinationTable& table) const {
        const Handle own = group(root(), "allways");
        table.set_provenance(read_provenance(*this, own));
        if (hdf5::has_link(own, "origin_places") && hdf5::has_link(own, "destination_places")) {
            const Handle places = dataset(own, "origin_places");
            table.set_places(read_points(*this, own, "origin_places", rows_),
                             read_points(*this, own, "destination_places", columns_),
                             hdf5::read_text_attribute(places, path(), "crs"));
        }
        for (const bool in_metres : {true, false}) {
            const std::string column = snap_column(in_metres);
            if (!hdf5::has_link(own, ("origin_" + column).c_str())) continue;
            const auto side = [&](const char* end, std::size_t count) {
                const auto stored = array<double>(own, (end + column).c_str(), count);
                return std::vector<double>(stored.begin(), stored.end());
            };
            table.set_snap_distances({side("origin_", rows_), side("destination_", columns_), in_metres});
        }
        if (kind_of(distances_) != "skim") read_skims(table);
    }

    template <class Table>
    void read_skims(Table& table) const {
        for (const std::string& name : hdf5::dataset_names(data_, path())) {
            if (kind_of(name) != "skim") continue;
            const Handle matrix = dataset(data_, name);
            if (hdf5::shape_of(matrix, path()) != std::vector<hsize_t>{rows_, columns_}) {
                fail(format("skim {} does not have the shape of the distances", name));
            }
            CostScale scale = scale_of(matrix, name);
            CellNumbers sums = skim_cells(matrix, name, scale, table.cells());
            try {
                table.add_skim({scale, std::move(sums)});
            } catch (const InvalidArgument& error) {
                fail(error.what());
            }
        }
    }

    // Reads the further matrices of another program's file.
    template <class Table>
    void read_others(Table& table) const {
        if (!options_.all_matrices) return;
        for (const std::string& name : hdf5::dataset_names(data_, path())) {
            if (name == distances_) continue;
            const Handle matrix = dataset(data_, name);
            if (hdf5::shape_of(matrix, path()) != std::vector<hsize_t>{rows_, columns_}) {
                log(options_.log, LogLevel::loss,
                    format("matrix {} is left out: it does not have the shape of {}", name, distances_));
                continue;
            }
            CostScale scale = scale_of(matrix, name);
            CostVector values = read_values(matrix, name, scale);
            table.add_skim({scale, std::move(values)});
        }
    }

    // In natural numbers, NaN means either no path or an unknown sum; the distances determine which.
    CellNumbers skim_cells(hid_t matrix, const std::string& name, CostScale& scale,
                           const CellNumbers& distances) const {
        if (auto mapped = mapped_cells(matrix, name, scale, &distances)) return std::move(*mapped);
        CostVector skim = read_values(matrix, name, scale);
        std::visit(
            [&]<class T>(std::vector<T>& values) {
                if constexpr (std::is_floating_point_v<T>) {
                    for (std::size_t cell = 0; cell < values.size(); ++cell) {
                        if (std::isnan(values[cell]) && std::isinf(distances.raw(cell))) {
                            values[cell] = unreachable_cost<T>;
                        }
                    }
                }
            },
            skim);
        return skim;
    }

    template <class Hop>
    NextHops::Storage read_hops(hid_t set, std::size_t row_count) const {
        if (auto mapped = rows<Hop>(set, row_count, columns_)) return std::move(*mapped);
        std::vector<Hop> hops(row_count * columns_);
        read_rows(set, "next_hops", hops.data(), row_count);
        return SharedArray(std::move(hops));
    }

    void read_next_hops(hid_t own, DistanceTable& table) const {
        const Handle set = dataset(own, "next_hops");
        const std::string kind_text = hdf5::read_text_attribute(set, path(), "kind");
        if (kind_text != "arc_ordinal" && kind_text != "node_index") {
            fail(format("expected next_hops of kind arc_ordinal or node_index, found '{}'", kind_text));
        }
        const bool by_arc = kind_text == "arc_ordinal";
        if (!by_arc && hdf5::has_link(own, "arcs")) {
            fail(
                "expected next_hops of kind arc_ordinal in a table with arcs, found 'node_index'; the table is "
                "damaged");
        }
        const Handle type(H5Dget_type(set), path(), "next_hops has no type");
        TableArcs arcs;
        if (by_arc) arcs = read_arcs(*this, own, rows_, table.type(), table.scale().digits);
        const std::size_t hop_rows = arcs.states.empty() ? rows_ : arcs.states.size();
        if (hdf5::shape_of(set, path()) != std::vector<hsize_t>{hop_rows, columns_}) {
            fail(arcs.states.empty() ? "next_hops does not have the shape of the matrix"
                                     : "next_hops does not have a row for each state");
        }
        const NextHops::Kind kind = by_arc ? NextHops::Kind::arc_ordinal : NextHops::Kind::node_index;
        const std::size_t size = H5Tget_size(type);
        NextHops::Storage hops = size == 1   ? read_hops<std::uint8_t>(set, hop_rows)
                                 : size == 2 ? read_hops<std::uint16_t>(set, hop_rows)
                                             : read_hops<std::uint32_t>(set, hop_rows);
        table.set_next_hops({kind, rows_, std::move(hops)}, std::move(arcs));
    }

    const ReadOptions& options_;
    Handle data_;
    bool own_ = false;       // Allways wrote it
    std::string distances_;  // name of the matrix that is read as distances
    std::size_t rows_ = 0;
    std::size_t columns_ = 0;
    bool same_nodes_ = true;  // rows and columns are the same nodes
};

TableContent read_omx(const std::string& path, const ReadOptions& options, ImportReport& found) {
    return OmxReader(path, options).read(found);
}

}  // namespace

Format omx_format() {
    return {.info = {"omx",
                     "solved table, or origins × destinations, in Open Matrix (HDF5)",
                     {".omx"},
                     FormatInfo::Holds::table},
            .recognises = [](const FileSample& sample) { return sample.text.starts_with("\x89HDF\r\n\x1a\n"); },
            .read_table = read_omx};
}

}  // namespace allways::importers

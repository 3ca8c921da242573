// Open Matrix (HDF5) → DistanceTable. Layout: docs/formats.md; the foreign part is the OMX specification 0.2 (/data
// with matrices, /lookup with ids).
#include "omx.h"

#include <algorithm>
#include <cmath>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "hdf5_file.h"

namespace allways {

namespace {

using hdf5::check;
using hdf5::Handle;

constexpr std::size_t block_bytes = std::size_t{4} << 20;

template <class T>
hid_t native_type() {
    if constexpr (std::is_same_v<T, std::int32_t>)
        return H5T_NATIVE_INT32;
    else if constexpr (std::is_same_v<T, std::int64_t>)
        return H5T_NATIVE_INT64;
    else if constexpr (std::is_same_v<T, std::uint64_t>)
        return H5T_NATIVE_UINT64;
    else if constexpr (std::is_same_v<T, std::uint32_t>)
        return H5T_NATIVE_UINT32;
    else if constexpr (std::is_same_v<T, std::uint16_t>)
        return H5T_NATIVE_UINT16;
    else if constexpr (std::is_same_v<T, std::uint8_t>)
        return H5T_NATIVE_UINT8;
    else if constexpr (std::is_same_v<T, float>)
        return H5T_NATIVE_FLOAT;
    else
        return H5T_NATIVE_DOUBLE;
}

class Reader {
public:
    Reader(const std::string& path, const ReadOptions& options) : path_(path), options_(options) {
        hdf5::start();
        file_ = Handle(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), path, "an HDF5 file was expected");
        if (!hdf5::has_link(file_, "data")) {
            fail("an Open Matrix file was expected, and this HDF5 file has no group /data");
        }
        data_ = group(file_, "data");
    }

    DistanceTable read() {
        const std::string name = matrix_name();
        const Handle matrix = dataset(data_, name.c_str());
        const auto shape = hdf5::shape_of(matrix, path_);
        if (shape.size() != 2 || shape[0] != shape[1]) fail(format("matrix {} is not square", name));
        n_ = shape[0];
        if (n_ >= no_node) fail(format("matrix {} has {} rows, beyond {}", name, n_, no_node - 1));

        CostScale scale{name, hdf5::read_text_attribute(matrix, path_, "unit"), 0};
        if (hdf5::has_attribute(matrix, "name")) scale.name = hdf5::read_text_attribute(matrix, path_, "name");
        if (hdf5::has_attribute(matrix, "digits")) scale.digits = number_attribute<std::int32_t>(matrix, "digits");
        if (scale.digits < 0 || scale.digits > 18) fail(format("matrix {} has {} decimal digits", name, scale.digits));
        CostVector values = read_values(matrix, name, scale);
        DistanceTable table(std::move(values), n_, std::move(scale), node_ids());
        if (hdf5::has_link(file_, "allways")) read_own(table);
        return table;
    }

private:
    [[noreturn]] void fail(const std::string& message) const { throw InputError(path_, 0, message); }

    Handle group(hid_t parent, const char* name) const {
        return {H5Gopen2(parent, name, H5P_DEFAULT), path_, format("group {} cannot be read", name)};
    }
    Handle dataset(hid_t parent, const char* name) const {
        if (!hdf5::has_link(parent, name)) fail(format("dataset {} is missing", name));
        return {H5Dopen2(parent, name, H5P_DEFAULT), path_, format("dataset {} cannot be read", name)};
    }

    std::string matrix_name() const {
        const std::vector<std::string> names = hdf5::dataset_names(data_, path_);
        if (names.empty()) fail("the group /data has no matrix");
        std::string known;
        for (const std::string& name : names) known += (known.empty() ? "" : ", ") + name;
        if (!options_.cost_field.empty()) {
            if (std::ranges::find(names, options_.cost_field) == names.end()) {
                fail(format("there is no matrix '{}'; the file has: {}", options_.cost_field, known));
            }
            return options_.cost_field;
        }
        if (names.size() > 1)
            log(options_.log, LogLevel::info, format("reading {} of the matrices {}", names[0], known));
        return names.front();
    }

    // Rows in blocks, so that progress moves and a file with other number types needs little room to convert.
    template <class T>
    void read_rows(hid_t from, const std::string& name, T* into) const {
        const std::string what = format("dataset {} cannot be read", name);
        const Handle space(H5Dget_space(from), path_, what);
        const std::size_t block =
            std::clamp<std::size_t>(block_bytes / std::max<std::size_t>(n_ * sizeof(T), 1), 1, n_ + 1);
        for (std::size_t row = 0; row < n_; row += block) {
            const hsize_t start[] = {row, 0};
            const hsize_t count[] = {std::min(block, n_ - row), n_};
            const Handle rows(H5Screate_simple(2, count, nullptr), path_, what);
            check(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, nullptr, count, nullptr), path_, what);
            check(H5Dread(from, native_type<T>(), rows, space, H5P_DEFAULT, into + row * n_), path_, what);
            report(options_.progress, "read", row + count[0], n_);
        }
    }

    template <class T>
    T number_attribute(hid_t object, const char* name) const {
        const std::string what = format("attribute {} cannot be read", name);
        const Handle attribute(H5Aopen(object, name, H5P_DEFAULT), path_, what);
        const Handle space(H5Aget_space(attribute), path_, what);
        if (H5Sget_simple_extent_npoints(space) != 1) fail(format("attribute {} needs one value", name));
        T value{};
        check(H5Aread(attribute, native_type<T>(), &value), path_, what);
        return value;
    }

    // int32, float32 and float64 stay what they are; other whole numbers become int32 where they fit, else float64.
    CostVector read_values(hid_t matrix, const std::string& name, const CostScale& scale) const {
        const Handle type(H5Dget_type(matrix), path_, format("matrix {} has no type", name));
        const std::size_t size = H5Tget_size(type);
        if (H5Tget_class(type) == H5T_FLOAT) {
            return size <= 4 ? CostVector(read_matrix<float>(matrix, name))
                             : CostVector(read_matrix<double>(matrix, name));
        }
        if (H5Tget_class(type) != H5T_INTEGER) fail(format("matrix {} does not hold numbers", name));
        const bool fits = size < 4 || (size == 4 && H5Tget_sign(type) == H5T_SGN_2);
        if (fits) return read_matrix<std::int32_t>(matrix, name);
        if (scale.digits != 0)
            fail(format("matrix {} has decimal digits and {} bytes a number; int32 was expected", name, size));
        return read_matrix<double>(matrix, name);
    }

    template <class T>
    std::vector<T> read_matrix(hid_t matrix, const std::string& name) const {
        std::vector<T> values(n_ * n_);
        read_rows(matrix, name, values.data());
        if (hdf5::has_attribute(matrix, "NA") && is_number_attribute(matrix, "NA")) {
            const T absent = number_attribute<T>(matrix, "NA");
            if (absent != unreachable_cost<T>) std::ranges::replace(values, absent, unreachable_cost<T>);
        }
        if constexpr (std::is_floating_point_v<T>) {
            std::ranges::replace_if(
                values, [](T value) { return std::isnan(value); }, unreachable_cost<T>);
        }
        for (std::size_t i = 0; i < n_; ++i) {
            if (!is_reachable(values[i * n_ + i])) values[i * n_ + i] = 0;
        }
        return values;
    }

    bool is_number_attribute(hid_t object, const char* name) const {
        const Handle attribute(H5Aopen(object, name, H5P_DEFAULT), path_, format("attribute {} cannot be read", name));
        const Handle type(H5Aget_type(attribute), path_, "an attribute has no type");
        return H5Tget_class(type) == H5T_INTEGER || H5Tget_class(type) == H5T_FLOAT;
    }

    template <class T>
    std::vector<T> read_vector(hid_t parent, const char* name, std::size_t count) const {
        const Handle set = dataset(parent, name);
        const auto shape = hdf5::shape_of(set, path_);
        std::size_t size = 1;
        for (const hsize_t extent : shape) size *= extent;
        if (shape.empty() || size != count) fail(format("dataset {} needs {} values, found {}", name, count, size));
        std::vector<T> values(count);
        if (count == 0) return values;
        check(H5Dread(set, native_type<T>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), path_,
              format("dataset {} cannot be read", name));
        return values;
    }

    IdTable read_ids(hid_t parent, const char* name, std::size_t count) const {
        const Handle set = dataset(parent, name);
        const Handle type(H5Dget_type(set), path_, format("dataset {} has no type", name));
        if (H5Tget_class(type) == H5T_INTEGER) return IdTable(read_vector<std::int64_t>(parent, name, count));
        if (H5Tget_class(type) != H5T_STRING) return IdTable::from_texts(real_ids(parent, name, count));
        const std::string what = format("dataset {} cannot be read", name);
        const auto shape = hdf5::shape_of(set, path_);
        if (shape.size() != 1 || shape[0] != count) fail(format("dataset {} needs {} ids", name, count));
        std::vector<std::string> texts(count);
        if (H5Tis_variable_str(type) > 0) {
            std::vector<char*> pointers(count, nullptr);
            check(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, pointers.data()), path_, what);
            for (std::size_t i = 0; i < count; ++i) {
                if (pointers[i] != nullptr) texts[i] = pointers[i];
                H5free_memory(pointers[i]);
            }
            return IdTable::from_texts(std::move(texts));
        }
        const std::size_t length = H5Tget_size(type);
        std::string all(length * count, '\0');
        if (count > 0) check(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, all.data()), path_, what);
        for (std::size_t i = 0; i < count; ++i) {
            texts[i] = all.substr(i * length, length);
            texts[i].resize(std::min(length, texts[i].find('\0')));
        }
        return IdTable::from_texts(std::move(texts));
    }

    // Some writers keep whole ids in floats.
    std::vector<std::string> real_ids(hid_t parent, const char* name, std::size_t count) const {
        std::vector<std::string> texts;
        for (const double id : read_vector<double>(parent, name, count)) {
            texts.push_back(id == std::trunc(id) && std::abs(id) < 1e15 ? format("{}", static_cast<std::int64_t>(id))
                                                                        : format("{}", id));
        }
        return texts;
    }

    IdTable node_ids() const {
        if (!hdf5::has_link(file_, "lookup")) return IdTable::consecutive(n_);
        const Handle lookup = group(file_, "lookup");
        if (hdf5::has_link(lookup, "node_id")) return read_ids(lookup, "node_id", n_);
        const auto names = hdf5::dataset_names(lookup, path_);
        if (names.empty()) return IdTable::consecutive(n_);
        log(options_.log, LogLevel::info, format("node ids are taken from the lookup {}", names.front()));
        return read_ids(lookup, names.front().c_str(), n_);
    }

    void read_own(DistanceTable& table) const {
        const Handle own = group(file_, "allways");
        TableProvenance provenance;
        for (const std::string& name : hdf5::attribute_names(own, path_)) {
            provenance.emplace_back(name, hdf5::read_text_attribute(own, path_, name.c_str()));
        }
        table.set_provenance(std::move(provenance));
        if (hdf5::has_link(own, "coordinates")) {
            const Handle coordinates = dataset(own, "coordinates");
            const auto xy = read_vector<double>(own, "coordinates", 2 * n_);
            std::vector<Coordinate> points;
            for (std::size_t node = 0; node < n_; ++node) points.push_back({xy[2 * node], xy[2 * node + 1]});
            table.set_coordinates(std::move(points), hdf5::read_text_attribute(coordinates, path_, "crs"));
        }
        if (hdf5::has_link(own, "next_hops")) read_next_hops(own, table);
    }

    void read_next_hops(hid_t own, DistanceTable& table) const {
        const Handle set = dataset(own, "next_hops");
        if (hdf5::shape_of(set, path_) != std::vector<hsize_t>{n_, n_})
            fail("next_hops has not the shape of the matrix");
        const std::string kind_text = hdf5::read_text_attribute(set, path_, "kind");
        if (kind_text != "arc_ordinal" && kind_text != "node_index") {
            fail(format("next_hops is of kind '{}'; arc_ordinal or node_index was expected", kind_text));
        }
        const bool by_arc = kind_text == "arc_ordinal";
        const Handle type(H5Dget_type(set), path_, "next_hops has no type");
        const std::size_t size = H5Tget_size(type);
        const std::size_t steps = size == 1   ? 1
                                  : size == 2 ? 255
                                              : 65536;  // the count of steps that takes as many bytes
        NextHops hops(by_arc ? NextHops::Kind::arc_ordinal : NextHops::Kind::node_index, n_, steps);
        std::visit([&](auto& stored) { read_rows(set, "next_hops", stored.data()); }, hops.storage());
        table.set_next_hops(std::move(hops), by_arc ? read_arcs(own, table.type()) : TableArcs{});
    }

    TableArcs read_arcs(hid_t own, CostType type) const {
        if (!hdf5::has_link(own, "arcs")) fail("next hops need the group /allways/arcs, which is missing");
        const Handle group_of_arcs = group(own, "arcs");
        TableArcs arcs;
        arcs.first_out = read_vector<std::uint64_t>(group_of_arcs, "first_out", n_ + 1);
        const std::uint64_t m = arcs.first_out.back();
        arcs.head = read_vector<NodeIndex>(group_of_arcs, "head", m);
        if (!std::ranges::is_sorted(arcs.first_out) || arcs.first_out.front() != 0 ||
            std::ranges::any_of(arcs.head, [&](NodeIndex node) { return node >= n_; })) {
            fail("the arcs in /allways/arcs are damaged: offsets or heads out of range");
        }
        with_cost_type(type, [&]<class T>() { arcs.cost = read_vector<T>(group_of_arcs, "cost", m); });
        arcs.arc_ids = read_ids(group_of_arcs, "arc_id", m);
        if (hdf5::has_link(group_of_arcs, "reversed")) {
            arcs.reversed = read_vector<std::uint8_t>(group_of_arcs, "reversed", m);
        }
        return arcs;
    }

    std::string path_;
    const ReadOptions& options_;
    Handle file_;
    Handle data_;
    std::size_t n_ = 0;
};

}  // namespace

DistanceTable read_omx(const std::string& path, const ReadOptions& options) {
    return Reader(path, options).read();
}

}  // namespace allways

// Distance table → Open Matrix (HDF5): raw values under /data, ids under /lookup, and what paths need in a group of its
// own, /allways. Datasets are chunked in whole rows, unfiltered and allocated before they are filled, so that a row
// lies in one piece in the file; the openmatrix package does not list contiguous datasets.
#include <algorithm>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "export/atomic_file.h"
#include "export/formats.h"
#include "hdf5_file.h"

namespace allways::tools {

namespace {

using hdf5::check;
using hdf5::Handle;

constexpr std::size_t chunk_bytes = std::size_t{1} << 20;

template <class T>
hid_t stored_type() {
    if constexpr (std::is_same_v<T, std::int32_t>)
        return H5T_STD_I32LE;
    else if constexpr (std::is_same_v<T, std::int64_t>)
        return H5T_STD_I64LE;
    else if constexpr (std::is_same_v<T, std::uint64_t>)
        return H5T_STD_U64LE;
    else if constexpr (std::is_same_v<T, std::uint32_t>)
        return H5T_STD_U32LE;
    else if constexpr (std::is_same_v<T, std::uint16_t>)
        return H5T_STD_U16LE;
    else if constexpr (std::is_same_v<T, std::uint8_t>)
        return H5T_STD_U8LE;
    else if constexpr (std::is_same_v<T, float>)
        return H5T_IEEE_F32LE;
    else
        return H5T_IEEE_F64LE;
}

class Writer {
public:
    Writer(const std::string& temporary, const std::string& name, const ExportOptions& options, std::uint64_t bytes)
        : name_(name), options_(options), total_(bytes) {
        hdf5::start();
        file_ =
            Handle(H5Fcreate(temporary.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), name_, "cannot be written");
    }

    hid_t root() const { return file_; }

    Handle group(hid_t parent, const char* name) const {
        return {H5Gcreate2(parent, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), name_, format("no group {}", name)};
    }

    void attribute(hid_t object, const char* name, const std::string& text) const {
        hdf5::write_attribute(object, name_, name, text);
    }
    template <class T>
    void attribute(hid_t object, const char* name, T value) const {
        hdf5::write_attribute(object, name_, name, stored_type<T>(), &value);
    }

    template <class T>
    Handle vector(hid_t parent, const char* name, const std::vector<T>& values) const {
        return plain(parent, name, stored_type<T>(), {values.size()}, values.data());
    }

    Handle points(hid_t parent, const char* name, const std::vector<Coordinate>& points) const {
        static_assert(sizeof(Coordinate) == 2 * sizeof(double));
        return plain(parent, name, stored_type<double>(), {points.size(), 2}, points.data());
    }

    void ids(hid_t parent, const char* name, const IdTable& ids) const {
        if (ids.is_numeric()) {
            vector(parent, name, ids.numbers());
            return;
        }
        std::size_t longest = 1;
        bool ascii = true;
        for (const std::string& text : ids.texts()) {
            longest = std::max(longest, text.size());
            ascii = ascii && std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) > 127; });
        }
        std::string all(longest * ids.size(), '\0');
        for (std::size_t i = 0; i < ids.size(); ++i) ids.texts()[i].copy(all.data() + i * longest, longest);
        plain(parent, name, hdf5::string_type(longest, ascii, name_), {ids.size()}, all.data());
    }

    // n×n, a block of whole rows at a time.
    template <class T>
    Handle matrix(hid_t parent, const char* name, const std::vector<T>& values, std::size_t n) {
        const std::string what = format("dataset {} cannot be written", name);
        if (n == 0) return plain(parent, name, stored_type<T>(), {0, 0}, values.data());  // chunks cannot be empty
        const hsize_t extents[] = {n, n};
        const std::size_t block = std::clamp<std::size_t>(chunk_bytes / (n * sizeof(T)), 1, n);
        const hsize_t chunk[] = {block, n};
        const Handle space(H5Screate_simple(2, extents, nullptr), name_, what);
        const Handle layout(H5Pcreate(H5P_DATASET_CREATE), name_, what);
        check(H5Pset_chunk(layout, 2, chunk), name_, what);
        check(H5Pset_alloc_time(layout, H5D_ALLOC_TIME_EARLY), name_, what);
        check(H5Pset_fill_time(layout, H5D_FILL_TIME_NEVER), name_, what);  // every cell is written once, below
        const Handle access(H5Pcreate(H5P_DATASET_ACCESS), name_, what);
        check(H5Pset_chunk_cache(access, 1, 0, 1.0), name_, what);  // whole chunks go straight to the file
        Handle dataset(H5Dcreate2(parent, name, stored_type<T>(), space, H5P_DEFAULT, layout, access), name_, what);
        for (std::size_t row = 0; row < n; row += block) {
            const hsize_t start[] = {row, 0};
            const hsize_t count[] = {std::min(block, n - row), n};
            const Handle rows(H5Screate_simple(2, count, nullptr), name_, what);
            check(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, nullptr, count, nullptr), name_, what);
            check(H5Dwrite(dataset, stored_type<T>(), rows, space, H5P_DEFAULT, values.data() + row * n), name_, what);
            done_ += count[0] * n * sizeof(T);
            report(options_.progress, "write", done_, total_);
        }
        return dataset;
    }

    // Lost writes show here at the latest.
    void close() {
        check(H5Fflush(file_, H5F_SCOPE_LOCAL), name_, "cannot be written");
        file_.close(name_, "cannot be written");
    }

private:
    Handle plain(hid_t parent, const char* name, hid_t type, const std::vector<hsize_t>& extents,
                 const void* data) const {
        const std::string what = format("dataset {} cannot be written", name);
        const Handle space(H5Screate_simple(static_cast<int>(extents.size()), extents.data(), nullptr), name_, what);
        Handle dataset(H5Dcreate2(parent, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), name_, what);
        if (std::ranges::find(extents, hsize_t{0}) == extents.end()) {
            check(H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data), name_, what);
        }
        return dataset;
    }

    std::string name_;
    const ExportOptions& options_;
    std::uint64_t total_;
    std::uint64_t done_ = 0;
    Handle file_;
};

void write_data(Writer& writer, const DistanceTable& table) {
    const Handle data = writer.group(writer.root(), "data");
    with_cost_type(table.type(), [&]<class T>() {
        const CostScale& scale = table.scale();
        const auto& values = std::get<std::vector<T>>(table.distances());
        const Handle matrix = writer.matrix(data, scale.raw_name().c_str(), values, table.node_count());
        writer.attribute(matrix, "name", scale.name);
        writer.attribute(matrix, "unit", scale.unit);
        writer.attribute(matrix, "digits", std::int32_t{scale.digits});
        writer.attribute(matrix, "NA", unreachable_cost<T>);
    });
    const Handle lookup = writer.group(writer.root(), "lookup");
    writer.ids(lookup, "node_id", table.node_ids());
}

void write_next_hops(Writer& writer, hid_t group, const DistanceTable& table) {
    const NextHops& hops = table.next_hops();
    std::visit(
        [&](const auto& stored) {
            const Handle matrix = writer.matrix(group, "next_hops", stored, table.node_count());
            writer.attribute(matrix, "kind",
                             std::string(hops.kind() == NextHops::Kind::arc_ordinal ? "arc_ordinal" : "node_index"));
        },
        hops.storage());
    if (hops.kind() != NextHops::Kind::arc_ordinal) return;
    const TableArcs& arcs = table.arcs();
    const Handle arc_group = writer.group(group, "arcs");
    writer.vector(arc_group, "first_out", arcs.first_out);
    writer.vector(arc_group, "head", arcs.head);
    std::visit([&](const auto& cost) { writer.vector(arc_group, "cost", cost); }, arcs.cost);
    writer.ids(arc_group, "arc_id", arcs.arc_ids);
    if (!arcs.reversed.empty()) writer.vector(arc_group, "reversed", arcs.reversed);
}

void write(const DistanceTable& table, const std::string& path, const ExportOptions& options) {
    const std::uint64_t cells = std::uint64_t{table.node_count()} * table.node_count();
    const std::uint64_t bytes =
        cells * (size_of(table.type()) + (table.has_next_hops() ? table.next_hops().bytes_per_hop() : 0));
    AtomicFile file(path, options.overwrite);
    Writer writer(file.temporary(), path, options, bytes);

    writer.attribute(writer.root(), "OMX_VERSION", std::string("0.2"));
    const auto side = static_cast<std::int32_t>(table.node_count());
    const std::int32_t shape[] = {side, side};
    hdf5::write_attribute(writer.root(), path, "SHAPE", H5T_STD_I32LE, shape, 2, false);
    write_data(writer, table);
    {
        const Handle group = writer.group(writer.root(), "allways");
        writer.attribute(group, "generator", std::string("allways " ALLWAYS_VERSION));
        for (const auto& [key, text] : recorded_provenance(table, options)) {
            if (key != "generator") writer.attribute(group, key.c_str(), text);  // the one above is the writer's own
        }
        if (table.has_next_hops()) write_next_hops(writer, group, table);
        if (!table.coordinates().empty()) {
            const Handle coordinates = writer.points(group, "coordinates", table.coordinates());
            writer.attribute(coordinates, "crs", table.crs());
        }
    }
    writer.close();
    file.commit();
}

}  // namespace

OutputFormat omx_output() {
    OutputFormat format;
    format.name = "omx";
    format.description = "table, Open Matrix (HDF5): distances, next hops, arcs and coordinates";
    format.suffixes = {".omx"};
    format.write_table = write;
    return format;
}

}  // namespace allways::tools

#include "export/omx_matrices.h"

#include <set>

namespace allways::tools {

using hdf5::Handle;

std::string matrix_name(const CostScale& scale) {
    std::string name = scale.raw_name();
    std::ranges::replace(name, '/', '_');
    return name;
}

Handle make_matrix(OmxWriter& writer, hid_t data, const std::string& name, MatrixKind kind, const CostScale& scale,
                   CostType type, std::size_t rows, std::size_t columns) {
    return with_cost_type(type, [&]<class T>() {
        Handle matrix = writer.matrix<T>(data, name.c_str(), rows, columns);
        writer.attribute(matrix, "kind", std::string(kind == MatrixKind::distances ? "distances"
                                                     : kind == MatrixKind::costs   ? "costs"
                                                                                   : "skim"));
        writer.attribute(matrix, "name", scale.name);
        writer.attribute(matrix, "unit", scale.unit);
        writer.attribute(matrix, "digits", std::int32_t{scale.digits});
        writer.attribute(matrix, "NA", unreachable_cost<T>);
        return matrix;
    });
}

void write_skims(OmxWriter& writer, hid_t data, const CostScale& distances, const std::vector<Skim>& skims, std::size_t rows,
                 std::size_t columns) {
    std::set<std::string> taken{matrix_name(distances)};
    for (const Skim& skim : skims) {
        const std::string wanted = matrix_name(skim.scale);
        std::string name = wanted;
        for (int number = 2; !taken.insert(name).second; ++number) name = format("{}_{}", wanted, number);
        const Handle matrix =
            make_matrix(writer, data, name, MatrixKind::skim, skim.scale, type_of(skim.values), rows, columns);
        std::visit([&](const auto& values) { writer.fill(matrix, values, rows, columns); }, skim.values);
    }
}

std::uint64_t bytes_of(const std::vector<Skim>& skims) {
    std::uint64_t bytes = 0;
    for (const Skim& skim : skims) {
        bytes += std::visit([](const auto& values) { return values.size() * sizeof(values[0]); }, skim.values);
    }
    return bytes;
}

}  // namespace allways::tools

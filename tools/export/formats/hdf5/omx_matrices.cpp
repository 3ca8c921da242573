// SPDX-License-Identifier: Apache-2.0
#include "export/formats/hdf5/omx_matrices.h"

#include <set>
#include <span>

namespace allways::tools {

using namespace importers;

using hdf5::Handle;

namespace {

// Makes the names of matrices unique.
class MatrixNames {
public:
    explicit MatrixNames(const std::string& distances) : taken_{distances} {}
    std::string of(const StoredNumbers& numbers) {
        const std::string wanted = matrix_name(numbers);
        std::string name = wanted;
        for (int number = 2; !taken_.insert(name).second; ++number) name = format("{}_{}", wanted, number);
        return name;
    }

private:
    std::set<std::string> taken_;
};

template <class Out, class T>
void store_cells(std::span<const T> cells, Out* into, const StoredNumbers& numbers) {
    numbers.store<Out>(cells, into, absent_number<Out>(numbers));
}

}  // namespace

std::string matrix_name(const StoredNumbers& numbers) {
    std::string name = numbers.column_name();
    std::ranges::replace(name, '/', '_');
    return name;
}

Handle make_matrix(OmxWriter& writer, hid_t data, const MatrixFacts& facts, std::size_t rows, std::size_t columns) {
    return with_cost_type(facts.numbers.type(), [&]<class T>() {
        Handle matrix = writer.matrix<T>(data, facts.name.c_str(), rows, columns);
        writer.attribute(matrix, "kind",
                         std::string(facts.kind == MatrixKind::distances ? "distances"
                                     : facts.kind == MatrixKind::costs   ? "costs"
                                                                         : "skim"));
        writer.attribute(matrix, "name", facts.scale.name);
        writer.attribute(matrix, "unit", facts.numbers.unit());
        writer.attribute(matrix, "digits", std::int32_t{facts.numbers.digits()});
        if (const auto decimals = facts.numbers.decimals())
            writer.attribute(matrix, "decimals", std::int32_t{*decimals});
        writer.attribute(matrix, "NA", absent_number<T>(facts.numbers));
        return matrix;
    });
}

void fill_matrix(OmxWriter& writer, hid_t matrix, const CostView& values, const StoredNumbers& numbers,
                 std::size_t rows, std::size_t columns) {
    if (numbers.raw()) {
        return std::visit([&](const auto& all) { writer.fill(matrix, all, rows, columns); }, values);
    }
    std::visit(
        [&]<class T>(std::span<const T> all) {
            with_cost_type(numbers.type(), [&]<class Out>() {
                writer.fill_rows<Out>(matrix, rows, columns, [&](std::size_t first, std::size_t count, Out* into) {
                    store_cells(all.subspan(first * columns, count * columns), into, numbers);
                });
            });
        },
        values);
}

CostVector stored(const CostVector& values, const StoredNumbers& numbers) {
    if (numbers.raw()) return values;
    return std::visit(
        [&]<class T>(const std::vector<T>& all) {
            return with_cost_type(numbers.type(), [&]<class Out>() -> CostVector {
                std::vector<Out> natural(all.size());
                store_cells(std::span(all), natural.data(), numbers);
                return natural;
            });
        },
        values);
}

std::vector<SkimMatrix> skim_matrices(const std::string& distances, const TableFrame& frame, const std::string& dtype) {
    MatrixNames names(distances);
    std::vector<SkimMatrix> matrices;
    for (std::size_t f = 0; f < frame.skims.size(); ++f) {
        const StoredNumbers numbers(frame.skims[f], CostType::int32, frame.largest_skims[f], "", dtype);
        matrices.push_back({names.of(numbers), frame.skims[f], numbers});
    }
    return matrices;
}

std::vector<SkimMatrix> skim_matrices(const std::string& distances, const std::vector<Skim>& skims,
                                      const std::string& dtype) {
    MatrixNames names(distances);
    std::vector<SkimMatrix> matrices;
    for (const Skim& skim : skims) {
        const StoredNumbers numbers(skim.scale, skim.values.type(), largest_number(view(skim.values.all())), "", dtype);
        matrices.push_back({names.of(numbers), skim.scale, numbers});
    }
    return matrices;
}

void write_skims(OmxWriter& writer, hid_t data, const std::vector<Skim>& skims, const std::vector<SkimMatrix>& matrices,
                 std::size_t rows, std::size_t columns) {
    for (std::size_t f = 0; f < skims.size(); ++f) {
        const auto& [name, scale, numbers] = matrices[f];
        const Handle matrix = make_matrix(writer, data, {name, MatrixKind::skim, scale, numbers}, rows, columns);
        fill_matrix(writer, matrix, view(skims[f].values.all()), numbers, rows, columns);
    }
}

std::uint64_t cell_bytes(const std::vector<SkimMatrix>& matrices) {
    std::uint64_t bytes = 0;
    for (const SkimMatrix& matrix : matrices) bytes += size_of(matrix.numbers.type());
    return bytes;
}

}  // namespace allways::tools

// SPDX-License-Identifier: Apache-2.0
#include "engine/skims/skim_network.h"
#include "allways/base/error.h"
#include "result/skim_walk.h"

namespace allways::engine {

namespace {

// Searches forwards and backwards from the first member.
bool is_strongly_connected(const ClassGraph& graph) {
    ClassTrees trees(graph);
    std::size_t reached = 0, reaching = 0;
    trees.from(0, [&](std::uint32_t, std::uint32_t) { ++reached; });
    trees.towards(0, [&](std::uint32_t, std::uint32_t) { ++reaching; });
    return reached + 1 == graph.member_count() && reaching == reached;
}

}  // namespace

SkimClass::SkimClass(ClassGraph graph, std::vector<std::int64_t> values, std::size_t fields)
    : graph_(std::move(graph)), values_(std::move(values)), fields_(fields), trees_(graph_.member_count()) {
    if (!is_strongly_connected(graph_)) throw DamagedContent("its classes are damaged; make the factor again");
}

const std::int64_t* SkimClass::sums(std::uint32_t from, std::uint32_t to) const {
    Tree& tree = trees_[from];
    std::call_once(tree.is_found, [&] { tree.sums = sums_from(from); });
    return tree.sums.data() + std::size_t{to} * fields_;
}

std::vector<std::int64_t> SkimClass::sums_from(std::uint32_t source) const {
    std::vector<std::int64_t> sums(graph_.member_count() * fields_, 0);
    ClassTrees(graph_).from(source, [&](std::uint32_t arc, std::uint32_t tail) {
        std::int64_t* const here = sums.data() + std::size_t{graph_.head[arc]} * fields_;
        const std::int64_t* const before = sums.data() + std::size_t{tail} * fields_;
        for (std::size_t f = 0; f < fields_; ++f) here[f] = result::added(before[f], values(arc)[f]);
    });
    return sums;
}

std::uint64_t SkimClass::bytes() const {
    return values_.size() * sizeof(std::int64_t) +
           (graph_.first_out.size() + graph_.first_in.size() + 3 * graph_.head.size()) * sizeof(std::uint32_t) +
           trees_.size() * sizeof(Tree);
}

template <class T>
std::size_t SkimNetwork<T>::joined_count() const {
    std::size_t count = 0;
    for (const std::uint32_t members : member_counts) count += members > 1 ? members : 0;
    return count;
}

template <class T>
std::uint64_t SkimNetwork<T>::bytes() const {
    std::uint64_t insides = classes.size() * sizeof(classes[0]);
    for (const auto& inside : classes) insides += inside ? inside->bytes() : 0;
    return exits.size() * sizeof(SkimExit<T>) + values.size() * sizeof(std::int64_t) +
           (class_of.size() + member.size() + member_counts.size()) * sizeof(std::uint32_t) +
           first_exit.size() * sizeof(std::size_t) + insides;
}

template struct SkimNetwork<std::int32_t>;
template struct SkimNetwork<double>;

}  // namespace allways::engine

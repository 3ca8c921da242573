// SPDX-License-Identifier: Apache-2.0
// The inner arcs of a class of zero-cost cycles with the values of the fields to sum; paths inside the class are those
// of class_trees.h.
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "engine/prepare/class_trees.h"

namespace allways::engine {

class SkimClass {
public:
    // `values`: by arc of the graph, then field. Throws DamagedContent if some member does not reach all others.
    SkimClass(ClassGraph graph, std::vector<std::int64_t> values, std::size_t fields);

    const ClassGraph& graph() const { return graph_; }
    const std::int64_t* values(std::uint32_t arc) const { return values_.data() + std::size_t{arc} * fields_; }

    // Returns one sum for each field along the path from one member to another. The first call for `from` finds its
    // whole tree in O(arcs), which is kept. Meant for few source members: those at which arcs of a factor enter the
    // class.
    const std::int64_t* sums(std::uint32_t from, std::uint32_t to) const;

    std::uint64_t bytes() const;

private:
    struct Tree {
        std::once_flag is_found;
        std::vector<std::int64_t> sums;  // by member, then field
    };
    std::vector<std::int64_t> sums_from(std::uint32_t source) const;

    ClassGraph graph_;
    std::vector<std::int64_t> values_;
    std::size_t fields_;
    mutable std::vector<Tree> trees_;  // by source
};

}  // namespace allways::engine

// SPDX-License-Identifier: Apache-2.0
// The fields of a factor's arcs that are summed along its shortest paths: computed from all arcs for a table, or kept
// in the factor, whose tables then use the sums of its cells.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/progress.h"
#include "base/threads/work_meter.h"
#include "engine/factor/factor_network.h"
#include "engine/factor/subfactor.h"
#include "engine/skims/arc_sums.h"
#include "engine/skims/skim_network.h"
#include "result/factor_arrays.h"
#include "result/skim_walk.h"

namespace allways::engine {

// ---- computed from all arcs

// Numbers the members of classes and adds the classes' inner arcs to the skims of a factor or of a part of it.
template <class T, class Value>
void add_classes_of(const FactorNetwork<T>& network, SkimNetwork<T>& skims, const Value& value) {
    const auto zero_arcs = [&](NodeIndex tail, const auto& visit) {
        const std::uint64_t first_step = network.steps(tail).first_step;
        network.visit_inside(tail, [&](std::uint32_t ordinal, NodeIndex head) { visit(head, first_step + ordinal); });
    };
    add_classes(skims, zero_arcs, value);
}

// `fields`: of result::step_fields. O(steps), on all cores. Throws DamagedContent.
template <class T>
SkimNetwork<T> factor_skims(const NetworkFactor& factor, const FactorNetwork<T>& network,
                            std::span<const result::SkimField> fields, WorkMeter& meter);
template <class T>
SkimNetwork<T> factor_skims(const NetworkFactor& factor, const FactorNetwork<T>& network,
                            std::span<const result::SkimField> fields) {
    WorkMeter unmetered;
    return factor_skims(factor, network, fields, unmetered);
}

// ---- kept in the factor

// Thrown for a factor of other costs than int32, which keeps no sums.
class SumsNeedIntegers final : public InvalidArgument {
public:
    using InvalidArgument::InvalidArgument;
};

// Fills factor.sums; the rest of the factor must be complete. O(arcs + triangles), on all cores, with the same result
// for any number of them; stage "sums". Throws InvalidArgument for an unknown or repeated name or the name of the cost,
// and CapacityError for 2³¹ arcs or more.
void keep_sums(NetworkFactor& factor, std::shared_ptr<const ordering::Elimination> tree,
               std::span<const std::string> names, const ProgressCallback& progress);
// The bytes of memory that this takes, in addition to the factor.
std::uint64_t sums_bytes(std::size_t fill, std::size_t arcs, std::size_t fields);

// Returns the kept fields of these names. Empty if a name is not kept, or repeated.
std::vector<const FactorSums::Sums*> kept_fields(const NetworkFactor& factor, std::span<const std::string> names);

// Returns the network of a part, whose nodes are places. It has the exits of the border's rows, the exits of ranks from
// which an arc enters the border's columns, and the classes of the part. O(places + part).
SkimNetwork<std::int32_t> skims_of_part(const NetworkFactor& factor, const FactorNetwork<std::int32_t>& network,
                                        const Subfactor<std::int32_t>& part, std::span<const NodeIndex> rows,
                                        std::span<const NodeIndex> columns,
                                        std::span<const FactorSums::Sums* const> fields);

// The kept sums of a part's arcs. Whatever the arrays hold, accesses stay within them; throws DamagedContent if they
// contradict each other.
class KeptArcSums final : public ArcSums<std::int32_t, std::int32_t> {
public:
    // Borrows all.
    KeptArcSums(const NetworkFactor& factor, const SkimNetwork<std::int32_t>& network,
                const Subfactor<std::int32_t>& part, std::vector<const FactorSums::Sums*> fields);

    PathPart part_of_exit(std::uint32_t exit) const override;
    bool has_path(PathPart) const override { return true; }  // every arc of a factor's part has a cost
    std::uint32_t first_exit(PathPart part) const override;
    NodeIndex first_tail(PathPart part) const override { return place_of(sums_.tail, part); }
    NodeIndex last_head(PathPart part) const override { return place_of(sums_.head, part); }
    bool precedes(PathReader& path, PathReader& other) const override { return engine::precedes(*this, path, other); }
    void open(PathReader& path) const;
    void copy_sums(PathPart part, std::int32_t* to) const override;
    bool is_ordered() const override { return true; }
    std::vector<PathPart> in_order(std::uint32_t v) const override;

private:
    // The two parts of which a part is composed; if the first one is an exit, there is no second.
    std::pair<PathPart, PathPart> parts(PathPart part) const;
    NodeIndex place_of(const SharedArray<NodeIndex>& places, PathPart part) const;

    const NetworkFactor& factor_;
    const FactorSums& sums_;
    const ordering::Elimination& tree_;  // elimination of the part
    std::vector<const FactorSums::Sums*> fields_;
    const SharedArray<std::int32_t>& up_;
    const SharedArray<std::int32_t>& down_;
    std::uint32_t first_arc_mask_;  // 0: cells have no first arcs
};

}  // namespace allways::engine

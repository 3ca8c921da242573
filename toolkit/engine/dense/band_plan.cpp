// SPDX-License-Identifier: Apache-2.0
#include "engine/dense/band_plan.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace allways::engine {

namespace {

class Planner {
public:
    Planner(const Schedule& schedule, std::uint32_t bands, std::uint32_t slots)
        : schedule_(schedule), last_use_(bands), used_(bands), slot_of_(bands), left_(bands) {
        for (std::uint32_t slot = 0; slot < slots; ++slot) free_.push_back({slot, std::nullopt});
        std::vector<char> touched(bands, 0);
        for (std::uint32_t step = 0; step < schedule.steps.size(); ++step) {
            for (const std::uint32_t band : bands_of(step)) {
                last_use_[band] = step;
                touched[band] = 1;
            }
        }
        for (std::uint32_t band = 0; band < bands; ++band) {
            if (touched[band]) continue;
            last_use_[band] = static_cast<std::uint32_t>(schedule.steps.size() + untouched_.size());
            untouched_.push_back(band);
        }
    }

    BandPlan plan() {
        plan_.steps = static_cast<std::uint32_t>(schedule_.steps.size() + untouched_.size());
        for (std::uint32_t step = 0; step < plan_.steps; ++step) {
            const std::array<std::uint32_t, 2> bands = bands_of(step);
            for (const std::uint32_t band : bands) used_[band] = step + 1;
            for (const std::uint32_t band : bands) {
                if (!slot_of_[band]) come(band, step);
            }
            for (const std::uint32_t band : bands) {
                if (slot_of_[band] && last_use_[band] == step) leave(band, step);
            }
        }
        sort_out();
        return std::move(plan_);
    }

private:
    struct FreeSlot {
        std::uint32_t slot;
        std::optional<std::uint32_t> emptied;
    };

    // Twice the same if it is one.
    std::array<std::uint32_t, 2> bands_of(std::uint32_t step) const {
        if (step >= schedule_.steps.size()) {
            const std::uint32_t band = untouched_[step - schedule_.steps.size()];
            return {band, band};
        }
        const Step& of = schedule_.steps[step];
        const std::uint32_t inner = of.inner[0] / schedule_.band;
        return {of.rows.empty() ? inner : of.rows[0] / schedule_.band, inner};
    }

    void come(std::uint32_t band, std::uint32_t step) {
        if (free_.empty()) {
            std::uint32_t oldest = band;
            for (std::uint32_t other = 0; other < slot_of_.size(); ++other) {
                if (slot_of_[other] && used_[other] < used_[oldest]) oldest = other;
            }
            leave(oldest, used_[oldest] - 1);
        }
        const FreeSlot slot = free_.front();
        free_.erase(free_.begin());
        slot_of_[band] = slot.slot;
        plan_.in.push_back({band, slot.slot, step, slot.emptied, left_[band]});
    }

    void leave(std::uint32_t band, std::uint32_t step) {
        left_[band] = static_cast<std::uint32_t>(plan_.out.size());
        free_.push_back({*slot_of_[band], left_[band]});
        plan_.out.push_back({band, *slot_of_[band], step, last_use_[band] == step});
        slot_of_[band].reset();
    }

    // Moves out are found when their slots are needed, later than they can begin.
    void sort_out() {
        std::vector<std::uint32_t> order(plan_.out.size());
        std::iota(order.begin(), order.end(), 0u);
        std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return plan_.out[i].step; });
        std::vector<std::uint32_t> place(order.size());
        std::vector<BandOut> sorted;
        for (const std::uint32_t i : order) {
            place[i] = static_cast<std::uint32_t>(sorted.size());
            sorted.push_back(plan_.out[i]);
        }
        plan_.out = std::move(sorted);
        for (BandIn& move : plan_.in) {
            if (move.emptied) move.emptied = place[*move.emptied];
            if (move.left) move.left = place[*move.left];
        }
    }

    const Schedule& schedule_;
    std::vector<std::uint32_t> untouched_;
    std::vector<std::uint32_t> last_use_;
    std::vector<std::uint32_t> used_;  // step + 1
    std::vector<std::optional<std::uint32_t>> slot_of_;
    std::vector<std::optional<std::uint32_t>> left_;
    std::vector<FreeSlot> free_;
    BandPlan plan_;
};

}  // namespace

BandPlan plan_bands(const Schedule& schedule, const TileLayout& layout, std::uint32_t slots) {
    const auto tiles = static_cast<std::uint32_t>(layout.tiles());
    return Planner(schedule, (tiles + schedule.band - 1) / schedule.band, slots).plan();
}

}  // namespace allways::engine

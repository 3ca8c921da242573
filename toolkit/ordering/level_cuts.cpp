#include "ordering/level_cuts.h"

#include <algorithm>
#include <utility>

namespace allways::ordering {

namespace {

class LevelCuts {
public:
    explicit LevelCuts(const UndirectedGraph& graph) : graph_(graph), found_(graph.node_count(), 0) {
        order_.reserve(graph.node_count());
    }

    std::vector<std::uint32_t> order() {
        const auto n = static_cast<std::uint32_t>(graph_.node_count());
        // The order is made from its end: a separator, then the pieces it leaves.
        for (std::uint32_t start = 0; start < n; ++start) pieces_.push_back(start);
        while (!pieces_.empty()) {
            const std::uint32_t start = pieces_.back();
            pieces_.pop_back();
            if (found_[start] != ordered) cut(start);
        }
        std::reverse(order_.begin(), order_.end());
        return std::move(order_);
    }

private:
    static constexpr std::uint32_t ordered = ~std::uint32_t{0};

    // The nodes of start's piece in breadth-first order, in queue_; the begin of each level in level_begin_.
    void search(std::uint32_t start) {
        ++searches_;
        queue_.assign(1, start);
        level_begin_.assign(1, 0);
        found_[start] = searches_;
        for (std::size_t done = 0; done < queue_.size();) {
            const std::size_t level_end = queue_.size();
            for (; done < level_end; ++done) {
                for (const std::uint32_t w : graph_.neighbours(queue_[done])) {
                    if (found_[w] == ordered || found_[w] == searches_) continue;
                    found_[w] = searches_;
                    queue_.push_back(w);
                }
            }
            level_begin_.push_back(level_end);
        }
    }

    // Smallest beside what it parts; where no level parts anything, as in a complete graph, the largest.
    std::pair<std::size_t, std::size_t> best_level() const {
        std::pair<std::size_t, std::size_t> best;
        double best_ratio = 2;
        for (std::size_t l = 0; l + 1 < level_begin_.size(); ++l) {
            const std::size_t size = level_begin_[l + 1] - level_begin_[l];
            const std::size_t parted = std::min(level_begin_[l], queue_.size() - level_begin_[l + 1]);
            const double ratio = static_cast<double>(size) / static_cast<double>(size + parted);
            if (ratio < best_ratio || (parted == 0 && ratio == best_ratio)) {
                best_ratio = ratio;
                best = {level_begin_[l], level_begin_[l + 1]};
            }
        }
        return best;
    }

    void cut(std::uint32_t start) {
        search(start);
        search(queue_.back());  // a far node makes long, thin levels
        const auto [begin, end] = best_level();
        for (std::size_t i = begin; i < end; ++i) {
            found_[queue_[i]] = ordered;
            order_.push_back(queue_[i]);
        }
        // Each neighbour of the separator stands for the piece it lies in; pieces already ordered are passed over.
        for (std::size_t i = begin; i < end; ++i) {
            for (const std::uint32_t w : graph_.neighbours(queue_[i])) {
                if (found_[w] != ordered) pieces_.push_back(w);
            }
        }
    }

    const UndirectedGraph& graph_;
    std::vector<std::uint32_t> found_;  // by node: the last search that met it
    std::vector<std::uint32_t> order_;
    std::vector<std::uint32_t> pieces_;
    std::vector<std::uint32_t> queue_;
    std::vector<std::size_t> level_begin_;
    std::uint32_t searches_ = 0;
};

}  // namespace

std::vector<std::uint32_t> level_cuts_order(const UndirectedGraph& graph) { return LevelCuts(graph).order(); }

}  // namespace allways::ordering

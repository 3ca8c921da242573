#include "engine/skims/skim_block.h"

#include <algorithm>

namespace allways::engine {

namespace {

constexpr std::size_t not_passed = ~std::size_t{0};
constexpr std::int32_t nothing_won = -1;
constexpr std::int32_t seed_won = std::int32_t{1} << 30;  // from here on: the seed that won
constexpr std::size_t cache_bytes = std::size_t{3} << 18;
constexpr std::size_t lane_unit = 16;  // cells per cache line

// Inner loops, built for several instruction sets if the compiler can choose among them at load time.
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define ALLWAYS_CLONES __attribute__((target_clones("default", "avx2", "arch=skylake-avx512")))
#else
#define ALLWAYS_CLONES
#endif

// Returns true if a sum equals one found so far and is reachable.
ALLWAYS_CLONES
bool any_tie(const std::int32_t* found, const std::int32_t* from, std::size_t count, std::int32_t cost,
             std::int32_t unreachable) {
    std::int32_t tie = 0;
    for (std::size_t k = 0; k < count; ++k) {
        const std::int32_t sum = from[k] + cost;
        tie |= static_cast<std::int32_t>(sum == found[k]) & static_cast<std::int32_t>(sum < unreachable);
    }
    return tie != 0;
}

// Where a sum is less than the one found so far, stores it and its number.
ALLWAYS_CLONES
void lower_lanes(std::int32_t* __restrict row, std::int32_t* __restrict won, const std::int32_t* __restrict from,
                 std::size_t lanes, std::int32_t cost, std::int32_t number) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const std::int32_t sum = from[lane] + cost;
        const bool is_less = sum < row[lane];
        row[lane] = is_less ? sum : row[lane];
        won[lane] = is_less ? number : won[lane];
    }
}

}  // namespace

void SkimBlock::Lanes::resize(std::size_t count, std::size_t fields) {
    cost.resize(count);
    first.resize(count);
    sums.resize(count * fields);
}

std::size_t SkimBlock::wanted_width(std::size_t height, std::size_t fields) {
    const std::size_t lane = std::max<std::size_t>(height, 1) *
                             (sizeof(std::int32_t) + sizeof(std::uint32_t) + fields * sizeof(std::int64_t));
    return std::clamp<std::size_t>(cache_bytes / lane / lane_unit * lane_unit, 4 * lane_unit, 64 * lane_unit);
}

std::uint64_t SkimBlock::bytes(const ordering::Elimination& tree, std::size_t tied_rows, std::size_t width,
                               std::size_t fields) {
    const std::uint64_t lane = sizeof(std::int32_t) + sizeof(std::uint32_t) + fields * sizeof(std::int64_t);
    const std::uint64_t ranks = std::min<std::uint64_t>(tree.node_count(), std::uint64_t{width} * tree.height());
    return tree.node_count() * sizeof(std::size_t) + (tree.height() + tied_rows) * width * lane +
           ranks * tree.height() * (lane + 4);
}

SkimBlock::SkimBlock(const SkimFactor& skims, const ordering::Factor<std::int32_t>& factor, const SkimProblem& problem,
                     std::size_t width)
    : skims_(skims),
      factor_(factor),
      tree_(*factor.elimination),
      problem_(problem),
      width_((width + lane_unit - 1) / lane_unit * lane_unit),
      fields_(skims.input().fields.size()),
      cell_at_(tree_.node_count(), not_passed),
      won_up_(tree_.height()),
      won_(width_) {
    stack_.resize(tree_.height() * width_, fields_);
    slots_.resize((problem.slot_count + 1) * width_, fields_);
}

// ---- upwards from the destinations

void SkimBlock::gather_seeds() {
    seeds_.clear();
    for (std::uint32_t lane = 0; lane < columns_; ++lane) {
        for (const SkimAccessArc& arc : problem_.accesses_of_column(problem_.column_at[begin_ + lane])) {
            seeds_.push_back({arc, lane});
        }
    }
    std::stable_sort(seeds_.begin(), seeds_.end(),
                     [](const Seed& a, const Seed& b) { return a.arc.rank > b.arc.rank; });
}

void SkimBlock::pass_upwards() {
    for (const std::uint32_t rank : passed_) cell_at_[rank] = not_passed;
    passed_.clear();
    for (const Seed& seed : seeds_) {
        for (std::uint32_t v = seed.arc.rank; v != ordering::no_parent && cell_at_[v] == not_passed;
             v = tree_.parent[v]) {
            cell_at_[v] = 0;
            passed_.push_back(v);
        }
    }
    std::sort(passed_.begin(), passed_.end(), std::greater<>());
    std::size_t count = 0;
    for (const std::uint32_t v : passed_) {
        cell_at_[v] = count;
        count += tree_.depth[v];
    }
    up_.cost.assign(count, factor_.unreachable);
    up_.first.resize(count);
    up_.sums.resize(count * fields_);
    via_.resize(count);
    for (const std::uint32_t v : passed_) pass_upwards(v);
}

// A way down to t ends with an arc from one of its upper neighbours x: the way down to x, then that arc.
void SkimBlock::pass_upwards(std::uint32_t t) {
    const std::size_t to = cell_at_[t];
    for (std::size_t a = tree_.first_up[t]; a < tree_.first_up[t + 1]; ++a) {
        const std::int32_t down = factor_.down[a];
        if (down >= factor_.unreachable) continue;
        const std::uint32_t x = tree_.up[a];
        const std::uint32_t above = tree_.depth[x];
        const std::size_t from = cell_at_[x];
        const auto number = static_cast<std::int32_t>(a - tree_.first_up[t]);
        if (any_tie(&up_.cost[to], &up_.cost[from], above, down, factor_.unreachable)) {
            for (std::uint32_t k = 0; k < above; ++k) {
                const std::int32_t cost = up_.cost[from + k] + down;
                if (cost != up_.cost[to + k] || cost >= factor_.unreachable) continue;
                if (way_precedes(t, k, a)) won_up_[k] = number;
            }
        }
        lower_lanes(&up_.cost[to], won_up_.data(), &up_.cost[from], above, down, number);
        // No other arc comes from there, but ways over lower nodes may.
        if (down > up_.cost[to + above] || (down == up_.cost[to + above] && !way_precedes(t, above, a))) continue;
        up_.cost[to + above] = down;
        won_up_[above] = number;
    }
    for (std::uint32_t k = 0; k < tree_.depth[t]; ++k) {
        if (up_.cost[to + k] >= factor_.unreachable) continue;
        const std::size_t a = tree_.first_up[t] + static_cast<std::size_t>(won_up_[k]);
        const std::uint32_t x = tree_.up[a];
        via_[to + k] = static_cast<std::uint32_t>(a);
        std::int64_t* sums = sums_of(up_, to + k);
        const std::int64_t* last = skims_.sums(down_part(a));
        if (tree_.depth[x] == k) {
            up_.first[to + k] = skims_.first_exit(down_part(a));
            std::copy_n(last, fields_, sums);
            continue;
        }
        const std::size_t from = cell_at_[x] + k;
        const std::int64_t* before = sums_of(up_, from);
        up_.first[to + k] = up_.first[from];
        for (std::size_t f = 0; f < fields_; ++f) sums[f] = result::added(before[f], last[f]);
        skims_.input().add_join(sums, skims_.last_exit(down_part(via_[from])), skims_.first_exit(down_part(a)));
    }
}

// Appends the parts of the way down to a rank from its ancestor at a depth, last to first.
void SkimBlock::append_way(std::vector<PathPart>& path, std::uint32_t rank, std::uint32_t depth) const {
    while (tree_.depth[rank] > depth) {
        const std::size_t a = via_[cell_at_[rank] + depth];
        path.push_back(down_part(a));
        rank = tree_.up[a];
    }
}

// Returns true if the way down to a rank that ends with `arc` comes before the one that won so far.
bool SkimBlock::way_precedes(std::uint32_t rank, std::uint32_t depth, std::size_t arc) {
    const std::size_t won = tree_.first_up[rank] + static_cast<std::size_t>(won_up_[depth]);
    const auto first_exit = [&](std::size_t last) {
        const std::uint32_t x = tree_.up[last];
        return tree_.depth[x] == depth ? skims_.first_exit(down_part(last)) : up_.first[cell_at_[x] + depth];
    };
    if (first_exit(arc) != first_exit(won)) return first_exit(arc) < first_exit(won);
    path_.assign({down_part(arc)});
    append_way(path_, tree_.up[arc], depth);
    other_.assign({down_part(won)});
    append_way(other_, tree_.up[won], depth);
    return skims_.precedes(path_, other_);
}

// ---- down from the roots

// On a tie the first arc wins, since they come in order.
void SkimBlock::relax(const SkimVisit& visit, std::span<const SkimArc> arcs) {
    std::int32_t* row = stack_.cost.data() + visit.depth * width_;
    std::fill_n(row, width_, factor_.unreachable);
    std::fill_n(won_.data(), width_, nothing_won);
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        lower_lanes(row, won_.data(), stack_.cost.data() + arcs[i].depth * width_, width_, arcs[i].cost,
                    static_cast<std::int32_t>(i));
    }
}

// Seeds the columns whose destinations lie below the visited node.
void SkimBlock::take_seeds(const SkimVisit& visit, std::span<const SkimArc> arcs) {
    const auto rank_of = [](const Seed& seed) { return seed.arc.rank; };
    const auto begin = std::ranges::lower_bound(seeds_, visit.rank, std::greater<>(), rank_of);
    for (auto seed = begin; seed != seeds_.end() && seed->arc.rank >= visit.lowest; ++seed) {
        std::int32_t cost = seed->arc.cost;
        if (seed->arc.rank != visit.rank) cost += up_.cost[cell_at_[seed->arc.rank] + visit.depth];
        std::int32_t& found = stack_.cost[visit.depth * width_ + seed->lane];
        std::int32_t& won = won_[seed->lane];
        if (cost > found || cost >= factor_.unreachable) continue;
        if (cost == found) {
            const PathPart arc = won >= seed_won ? PathPart{0} : arcs[static_cast<std::size_t>(won)].part;
            if (!seed_precedes(visit, *seed, arc, won)) continue;
        }
        found = cost;
        won = seed_won + static_cast<std::int32_t>(seed - seeds_.begin());
    }
}

bool SkimBlock::seed_precedes(const SkimVisit& visit, const Seed& seed, PathPart arc, std::int32_t won) {
    path_.clear();
    seed_path(path_, visit, seed);
    other_.clear();
    // An arc to a higher node and a way down differ before either ends, so the arc alone is enough.
    if (won < seed_won)
        other_.push_back(arc);
    else
        seed_path(other_, visit, seeds_[static_cast<std::size_t>(won - seed_won)]);
    return skims_.precedes(path_, other_);
}

// Last to first.
void SkimBlock::seed_path(std::vector<PathPart>& path, const SkimVisit& visit, const Seed& seed) const {
    if (seed.arc.exit != SkimFactor::no_exit) path.push_back(exit_part | seed.arc.exit);
    append_way(path, seed.arc.rank, visit.depth);
}

void SkimBlock::add_onward(std::int64_t* sums, std::uint32_t in, std::uint32_t next, std::size_t lane) const {
    const SkimInput& input = skims_.input();
    if (input.prepared.classes.contracted() == 0) return;
    input.add_inside(sums, input.head_of(in), next == SkimFactor::no_exit ? destination(lane) : input.tail_of(next));
}

void SkimBlock::sum_arcs(const SkimVisit& visit, std::span<const SkimArc> arcs) {
    const bool has_classes = skims_.input().prepared.classes.contracted() != 0;
    for (std::size_t lane = 0; lane < columns_; ++lane) {
        const std::int32_t won = won_[lane];
        if (won == nothing_won) continue;
        const std::size_t at = visit.depth * width_ + lane;
        if (won >= seed_won) {
            sum_seed(visit, seeds_[static_cast<std::size_t>(won - seed_won)], at);
            continue;
        }
        const SkimArc& arc = arcs[static_cast<std::size_t>(won)];
        const std::size_t from = arc.depth * width_ + lane;
        stack_.first[at] = skims_.first_exit(arc.part);
        std::int64_t* sums = sums_of(stack_, at);
        const std::int64_t* along = skims_.sums(arc.part);
        const std::int64_t* onward = sums_of(stack_, from);
        for (std::size_t f = 0; f < fields_; ++f) sums[f] = result::added(along[f], onward[f]);
        if (has_classes) add_onward(sums, skims_.last_exit(arc.part), stack_.first[from], lane);
    }
}

void SkimBlock::sum_seed(const SkimVisit& visit, const Seed& seed, std::size_t at) {
    std::int64_t* sums = sums_of(stack_, at);
    std::fill_n(sums, fields_, 0);
    stack_.first[at] = seed.arc.exit;
    if (seed.arc.rank != visit.rank) {
        const std::size_t way = cell_at_[seed.arc.rank] + visit.depth;
        stack_.first[at] = up_.first[way];
        skims_.input().add(sums, sums_of(up_, way));
        add_onward(sums, skims_.last_exit(down_part(via_[way])), seed.arc.exit, seed.lane);
    }
    if (seed.arc.exit != SkimFactor::no_exit) skims_.input().add_exit(sums, seed.arc.exit);
}

// ---- rows

void SkimBlock::take_access(const SkimVisit& visit, const RowAccess& access) {
    const std::size_t slot = access.slot * width_;
    if (access.opens) std::fill_n(slots_.cost.begin() + static_cast<std::ptrdiff_t>(slot), width_, factor_.unreachable);
    for (std::size_t lane = 0; lane < columns_; ++lane) {
        const std::size_t from = visit.depth * width_ + lane;
        const std::int32_t cost = stack_.cost[from] + access.arc.cost;
        std::int32_t& found = slots_.cost[slot + lane];
        if (cost > found || cost >= factor_.unreachable) continue;
        if (cost == found && access.arc.exit > slots_.first[slot + lane]) continue;
        found = cost;
        slots_.first[slot + lane] = access.arc.exit;
        std::int64_t* sums = sums_of(slots_, slot + lane);
        std::fill_n(sums, fields_, 0);
        skims_.input().add_exit(sums, access.arc.exit);
        add_onward(sums, access.arc.exit, stack_.first[from], lane);
        skims_.input().add(sums, sums_of(stack_, from));
    }
}

void SkimBlock::take_direct(std::uint32_t row, Lanes& lanes, std::size_t from) const {
    for (const DirectExit& direct : problem_.direct_of(row)) {
        const std::size_t lane = problem_.place_of[direct.column] - begin_;  // wraps for columns before the block
        if (lane >= columns_ || direct.cost > lanes.cost[from + lane]) continue;
        if (direct.cost == lanes.cost[from + lane] && direct.exit > lanes.first[from + lane]) continue;
        lanes.cost[from + lane] = direct.cost;
        lanes.first[from + lane] = direct.exit;
        std::int64_t* sums = sums_of(lanes, from + lane);
        std::fill_n(sums, fields_, 0);
        skims_.input().add_exit(sums, direct.exit);
    }
}

bool SkimBlock::write(std::uint32_t row, const Lanes& lanes, std::size_t from, const SkimTarget& target) const {
    const SkimInput& input = skims_.input();
    const NodeIndex origin = problem_.origins[row];
    const std::size_t first_cell = std::size_t{row} * problem_.destinations.size();
    const bool has_classes = input.prepared.classes.contracted() != 0;
    std::vector<std::int64_t> inside(fields_);
    bool fits = true;
    for (std::size_t lane = 0; lane < columns_; ++lane) {
        const std::size_t cell = first_cell + problem_.column_at[begin_ + lane];
        if (lanes.cost[from + lane] >= factor_.unreachable) {
            target.distances[cell] = unreachable_cost<std::int32_t>;
            target.cells.put(cell, {});
            continue;
        }
        target.distances[cell] =
            static_cast<std::int32_t>(input.prepared.restored(origin, destination(lane), lanes.cost[from + lane]));
        std::span<const std::int64_t> sums(lanes.sums.data() + (from + lane) * fields_, fields_);
        if (has_classes && lanes.first[from + lane] != SkimFactor::no_exit) {
            std::ranges::copy(sums, inside.begin());
            input.add_inside(inside.data(), origin, input.tail_of(lanes.first[from + lane]));
            sums = inside;
        }
        fits = target.cells.put(cell, sums) && fits;
    }
    for (const std::uint32_t column : problem_.same_class(row)) {
        if (problem_.place_of[column] - begin_ >= columns_) continue;
        const NodeIndex to = problem_.destinations[column];
        std::ranges::fill(inside, 0);
        input.add_inside(inside.data(), origin, to);
        target.distances[first_cell + column] =
            to == origin ? 0 : static_cast<std::int32_t>(input.prepared.restored(origin, to, 0));
        fits = target.cells.put(first_cell + column, inside) && fits;
    }
    return fits;
}

bool SkimBlock::run(std::size_t begin, const SkimTarget& target) {
    begin_ = begin;
    columns_ = std::min(width_, problem_.destinations.size() - begin);
    gather_seeds();
    pass_upwards();
    bool fits = true;
    for (std::size_t i = 0; i < problem_.visit_count() && fits; ++i) {
        const SkimVisit& visit = problem_.visits[i];
        const SkimVisit& next = problem_.visits[i + 1];
        const std::span<const SkimArc> arcs(problem_.arcs.data() + visit.first_arc, next.first_arc - visit.first_arc);
        relax(visit, arcs);
        take_seeds(visit, arcs);
        sum_arcs(visit, arcs);
        for (std::size_t r = visit.first_row; r < next.first_row; ++r) {
            fits = write(problem_.core_rows[r], stack_, visit.depth * width_, target) && fits;
        }
        for (std::size_t a = visit.first_access; a < next.first_access; ++a) {
            const RowAccess& access = problem_.accesses[a];
            take_access(visit, access);
            if (!access.closes) continue;
            take_direct(access.row, slots_, access.slot * width_);
            fits = write(access.row, slots_, access.slot * width_, target) && fits;
        }
    }
    const std::size_t spare = problem_.slot_count * width_;
    for (const std::uint32_t row : problem_.untied_rows) {
        std::fill_n(slots_.cost.begin() + static_cast<std::ptrdiff_t>(spare), width_, factor_.unreachable);
        take_direct(row, slots_, spare);
        fits = write(row, slots_, spare, target) && fits;
    }
    return fits;
}

}  // namespace allways::engine

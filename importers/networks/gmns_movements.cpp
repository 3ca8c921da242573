// SPDX-License-Identifier: Apache-2.0
#include "networks/gmns_movements.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/base/format.h"
#include "allways/base/units.h"
#include "allways/cost/cost_choice.h"
#include "allways/network/adjacency.h"
#include "attributes/import_report.h"
#include "attributes/turn_rows.h"
#include "base/counted.h"
#include "base/text.h"
#include "networks/gmns_table.h"

namespace allways::importers {

namespace {

bool is_file(const std::filesystem::path& path) {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error);
}

class Movements {
public:
    Movements(const std::string& path, const GmnsNodes& nodes, const GmnsUses& uses, const ReadOptions& options,
              RoadNetwork& network, ImportReport& report)
        : nodes_(nodes),
          uses_(uses),
          options_(options),
          network_(network),
          report_(report),
          table_(path, options),
          node_(table_.require("node_id")),
          inbound_(table_.require("ib_link_id")),
          outbound_(table_.require("ob_link_id")),
          penalty_(table_.find("penalty")),
          allowed_uses_(table_.find("allowed_uses")),
          arcs_(network.arc_ids),
          prices_(network.turns) {}

    void read() {
        while (table_.next()) {
            ++rows_;
            if (allowed_uses_ && !uses_.allow(table_[*allowed_uses_])) {
                ++other_uses_;
            } else {
                read_movement();
            }
        }
        if (rows_ == 0) return;
        forbid_unlisted();
        tell();
    }

private:
    void skip(std::string_view reason) { note_skipped(report_, reason, table_.line_number()); }
    // Skips a link that was not read; links that the options exclude do not count as lost.
    void skip_unread_link() {
        const bool chosen = !options_.where.empty() || uses_.has_mode();
        (chosen ? note_closed : note_skipped)(report_, "movement of a link that is not read", table_.line_number());
    }

    void read_movement() {
        const std::string_view ends[] = {table_[node_], table_[inbound_], table_[outbound_]};
        if (std::ranges::any_of(ends, is_missing_word)) return skip("movement without a node or link");
        const Decimal penalty = read_penalty();
        const auto node = nodes_.index.find(std::string(table_[node_]));
        if (node == nodes_.index.end()) return skip("movement at an unknown node");
        const std::span<const ArcIndex> inbound = arcs_.find(table_[inbound_]);
        if (inbound.empty()) return skip_unread_link();
        const auto from = ending_at(node->second, inbound, network_.head);
        if (from.empty()) return skip("movement whose inbound link does not end at its node");
        const std::span<const ArcIndex> outbound = arcs_.find(table_[outbound_]);
        const auto to = ending_at(node->second, outbound, network_.tail);
        if (!outbound.empty() && to.empty()) return skip("movement whose outbound link does not start at its node");
        for (const ArcIndex arc : from) listed_.emplace(arc, no_arc);  // even if the outbound link is not read
        if (outbound.empty()) return skip_unread_link();
        for (const ArcIndex a : from) {
            for (const ArcIndex b : to) add(a, b, penalty);
        }
    }

    Decimal read_penalty() const {
        if (!penalty_ || is_missing_word(table_[*penalty_])) return Decimal::missing();
        const auto seconds = Decimal::parse(table_[*penalty_]);
        if (!seconds || seconds->digits() < 0) {
            table_.fail(
                format("penalty needs seconds, a number of at least 0, found '{}'", shortened(table_[*penalty_])));
        }
        return *seconds;
    }

    static std::vector<ArcIndex> ending_at(NodeIndex node, std::span<const ArcIndex> arcs,
                                           const std::vector<NodeIndex>& ends) {
        std::vector<ArcIndex> found;
        std::ranges::copy_if(arcs, std::back_inserter(found), [&](ArcIndex arc) { return ends[arc] == node; });
        return found;
    }

    // Rows of one movement are its lanes: travellers use the one with the lowest penalty.
    void add(ArcIndex from, ArcIndex to, const Decimal& penalty) {
        listed_.emplace(from, to);
        if (penalty.is_missing()) return;
        const Decimal* known = prices_.find(from, to);
        if (known != nullptr && *known != penalty) ++different_;
        if (known == nullptr || penalty.to_double() < known->to_double()) prices_.set(from, to, penalty);
    }

    void forbid_unlisted() {
        const AdjacencyArray out = build_adjacency(network_.node_count(), network_.tail);
        std::vector<std::uint8_t> at_node(network_.node_count(), 0);
        for (auto first = listed_.begin(); first != listed_.end();) {
            const ArcIndex from = first->first;
            at_node[network_.head[from]] = 1;
            ++links_;
            for (const ArcIndex to : out.out_arcs(network_.head[from])) {
                if (listed_.contains({from, to})) continue;
                network_.turns.add(TurnRules::Kind::forbidden, std::array{from, to}, "movement.csv");
                ++forbidden_;
            }
            first = listed_.lower_bound({from + 1, 0});
        }
        for (std::size_t arc = 0; arc < network_.arc_count(); ++arc) {
            const auto next = listed_.lower_bound({static_cast<ArcIndex>(arc), 0});
            free_ += at_node[network_.head[arc]] != 0 && (next == listed_.end() || next->first != arc);
        }
    }

    bool is_time_by_default() const {
        const ArcColumn* cost = usual_cost_column(network_);
        return cost != nullptr && find_unit(cost->unit, Unit::Kind::time) != nullptr;
    }

    void tell() {
        report_.counts.push_back({"movements", rows_});
        report_.counts.push_back({"turns that no movement lists, forbidden", forbidden_});
        std::string text = format("movement.csv: {} only where {} movements go; {} forbidden",
                                  counted(links_, "link leads", "links lead"), by_count(links_, "its", "their"),
                                  counted(forbidden_, "other turn is", "other turns are"));
        if (const std::size_t prices = network_.turns.costs.size(); prices > 0)
            text += format("; {} a penalty{}", counted(prices, "turn has", "turns have"),
                           is_time_by_default() ? "" : ", which adds to times only: the cost by default is none");
        if (free_ > 0) {
            text += format("; {} at the same nodes {} no movements and {} everywhere", counted(free_, "link"),
                           by_count(free_, "has", "have"), by_count(free_, "leads", "lead"));
        }
        log(options_.log, LogLevel::info, text);
        if (other_uses_ > 0) {
            log(options_.log, LogLevel::info,
                format("movement.csv: {} not open to the mode {} ignored", counted(other_uses_, "movement"),
                       by_count(other_uses_, "is", "are")));
        }
        if (different_ > 0) {
            log(options_.log, LogLevel::info,
                format("movement.csv: the least penalty counts where lanes of a movement have different ones ({})",
                       counted(different_, "row")));
        }
    }

    const GmnsNodes& nodes_;
    const GmnsUses& uses_;
    const ReadOptions& options_;
    RoadNetwork& network_;
    ImportReport& report_;
    GmnsTable table_;
    std::size_t node_, inbound_, outbound_;
    std::optional<std::size_t> penalty_, allowed_uses_;
    ArcsById arcs_;
    TurnPrices prices_;
    std::set<std::pair<ArcIndex, ArcIndex>> listed_;  // turns, and (arc, no_arc) for each arc that has movements
    std::uint64_t rows_ = 0;
    std::uint64_t links_ = 0;       // arcs with movements
    std::uint64_t free_ = 0;        // arcs without movements, at the same nodes
    std::uint64_t forbidden_ = 0;   // turns
    std::uint64_t other_uses_ = 0;  // rows
    std::uint64_t different_ = 0;   // rows
};

std::uint64_t count_rows(const std::filesystem::path& path) {
    if (!is_file(path)) return 0;
    GmnsTable table(path.string(), {});
    std::uint64_t count = 0;
    while (table.next()) ++count;
    return count;
}

void report_times_of_day(const std::filesystem::path& path, ImportReport& report, const LogCallback& log_to) {
    const std::uint64_t count = count_rows(path);
    if (count == 0) return;
    report.counts.push_back({"movements by time of day, not applied", count});
    log(log_to, LogLevel::loss,
        format("{} in movement_tod.csv {} ignored: rules that depend on the time of day are not applied",
               counted(count, "movement"), by_count(count, "is", "are")));
}

}  // namespace

void read_gmns_movements(const std::filesystem::path& folder, const GmnsNodes& nodes, const GmnsUses& uses,
                         const ReadOptions& options, RoadNetwork& network, ImportReport& report) {
    report_times_of_day(folder / "movement_tod.csv", report, options.log);
    const std::filesystem::path path = folder / "movement.csv";
    if (!is_file(path)) return;
    if (options.id_field && lower_case(*options.id_field) != "link_id") {
        const std::uint64_t count = count_rows(path);
        if (count == 0) return;
        report.counts.push_back({"movements, not applied", count});
        log(options.log, LogLevel::loss,
            format("{} in movement.csv {} ignored: they name links by link_id, but `id_field` takes other ids",
                   counted(count, "movement"), by_count(count, "is", "are")));
        return;
    }
    Movements(path.string(), nodes, uses, options, network, report).read();
}

}  // namespace allways::importers

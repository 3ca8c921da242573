// SPDX-License-Identifier: Apache-2.0
#include "networks/gpkg_movements.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "allways/base/format.h"
#include "attributes/import_report.h"
#include "attributes/turn_rows.h"
#include "base/text.h"
#include "networks/gpkg.h"

namespace allways::importers {

namespace {

class GpkgMovements {
public:
    GpkgMovements(const SqliteDatabase& database, const GpkgNodes& nodes, std::span<const std::int64_t> features,
                  RoadNetwork& network, ImportReport& found)
        : nodes_(nodes),
          features_(features),
          network_(network),
          found_(found),
          arcs_(network.arc_ids),
          prices_(network.turns),
          rows_(database, gpkg::movement_table),
          node_(rows_.require("node_id")),
          inbound_(rows_.require("ib_link_id")),
          outbound_(rows_.require("ob_link_id")),
          via_(rows_.find("via_link_ids")),
          rule_(rows_.require("rule")),
          penalty_(rows_.find("penalty")),
          source_(rows_.find("source")),
          fids_(rows_.find("link_fids")) {}

    void read() {
        while (rows_.next()) read_row();
    }

private:
    bool has_text(int field) const { return field >= 0 && rows_.has(field) && !rows_.text(field).empty(); }

    void read_row() {
        const std::vector<std::string> ids = link_ids();
        const auto [kind, price] = rule();
        if (price && ids.size() > 2) rows_.fail_row("a price needs two links; remove via_link_ids");
        const std::vector<ArcIndex> arcs = find_arcs(ids);
        if (arcs.empty()) return;
        if (!price) {
            network_.turns.add(*kind, arcs, source_ >= 0 ? rows_.text(source_) : "");
            return;
        }
        if (const Decimal* known = prices_.find(arcs[0], arcs[1]); known != nullptr && *known != *price) {
            rows_.fail_row(format("the price of links {} and {} is {} here and {} in an earlier row", ids[0], ids[1],
                                  price->to_string(), known->to_string()));
        }
        prices_.set(arcs[0], arcs[1], *price);
    }

    std::vector<std::string> link_ids() const {
        for (const int field : {inbound_, outbound_}) {
            if (!rows_.has(field)) rows_.fail_row(format("has no {}", rows_.field_name(field)));
        }
        std::vector<std::string> ids{std::string(rows_.text(inbound_))};
        if (has_text(via_)) {
            auto via = split_ids(rows_.text(via_));
            if (!via) {
                rows_.fail_row(
                    format("via_link_ids needs link ids separated by commas, found '{}'", shortened(rows_.text(via_))));
            }
            std::ranges::move(*via, std::back_inserter(ids));
        }
        ids.emplace_back(rows_.text(outbound_));
        return ids;
    }

    // A row without a word in `rule` is a price if it has a penalty, and otherwise forbids the movement.
    std::pair<std::optional<TurnRules::Kind>, std::optional<Decimal>> rule() const {
        const std::string word = has_text(rule_) ? lower_case(rows_.text(rule_)) : "";
        const Decimal penalty = penalty_ >= 0 && has_text(penalty_) ? rows_.number(penalty_) : Decimal::missing();
        if (word == gpkg::price_rule || (word.empty() && !penalty.is_missing())) {
            if (penalty.is_missing()) rows_.fail_row("rule 'price' needs a penalty in seconds");
            return {std::nullopt, penalty};
        }
        if (!penalty.is_missing()) rows_.fail_row(format("rule '{}' takes no penalty; only 'price' does", word));
        if (word.empty()) return {TurnRules::Kind::forbidden, std::nullopt};
        for (const auto kind : {TurnRules::Kind::forbidden, TurnRules::Kind::mandatory}) {
            if (word == name_of(kind)) return {kind, std::nullopt};
        }
        rows_.fail_row(
            format("rule needs 'forbidden', 'mandatory' or 'price', found '{}'", shortened(rows_.text(rule_))));
    }

    // Returns the movement's arcs; an empty vector if a link is gone.
    std::vector<ArcIndex> find_arcs(const std::vector<std::string>& ids) {
        const auto skip = [&](const char* reason) {
            note_skipped(found_, reason, 0);
            return std::vector<ArcIndex>{};
        };
        std::optional<NodeIndex> node;
        if (rows_.has(node_)) {
            node = nodes_.find(rows_, node_);
            if (!node) return skip("movement whose node is gone");
        }
        std::vector<std::span<const ArcIndex>> lists;
        for (const std::string& id : ids) {
            lists.push_back(arcs_.find(id));
            if (lists.back().empty()) return skip("movement whose link is gone");
        }
        if (has_text(fids_)) {
            auto numbered = arcs_by_number(ids);
            if (numbered && numbered->empty()) return skip("movement whose link is gone");
            if (numbered) return std::move(*numbered);
        }
        ConnectedArcs found = connect_arcs(network_, lists, node);
        if (found.ways == ConnectedArcs::Ways::none) return skip("movement whose links no longer meet at its node");
        if (found.ways == ConnectedArcs::Ways::several) {
            rows_.fail_row(
                format("links {} meet in more than one way; state node_id, or in link_fids the numbers (fid) of the "
                       "links",
                       joined(ids)));
        }
        return std::move(found.arcs);
    }

    // Returns the arcs that link_fids names: an empty vector if one is gone, nothing if the numbers belong to other
    // links, as after renumbering.
    std::optional<std::vector<ArcIndex>> arcs_by_number(const std::vector<std::string>& ids) const {
        const auto numbers = split_ids(rows_.text(fids_));
        std::vector<ArcIndex> arcs;
        bool all = true;
        if (!numbers || numbers->size() != ids.size()) fail_numbers(ids.size());
        for (std::size_t i = 0; i < ids.size(); ++i) {
            const auto number = parse_whole((*numbers)[i]);
            if (!number) fail_numbers(ids.size());
            const auto found = std::ranges::lower_bound(features_, *number);
            if (found == features_.end() || *found != *number) {
                all = false;
                continue;
            }
            arcs.push_back(static_cast<ArcIndex>(found - features_.begin()));
            if (std::ranges::count(arcs_.find(ids[i]), arcs.back()) == 0) return std::nullopt;
        }
        if (!all) return std::vector<ArcIndex>{};
        for (std::size_t i = 1; i < arcs.size(); ++i) {
            if (network_.head[arcs[i - 1]] != network_.tail[arcs[i]]) return std::nullopt;
        }
        return arcs;
    }
    [[noreturn]] void fail_numbers(std::size_t count) const {
        rows_.fail_row(format("link_fids needs the numbers of {} links separated by commas, found '{}'", count,
                              shortened(rows_.text(fids_))));
    }

    const GpkgNodes& nodes_;
    std::span<const std::int64_t> features_;
    RoadNetwork& network_;
    ImportReport& found_;
    ArcsById arcs_;
    TurnPrices prices_;
    GpkgRows rows_;
    int node_, inbound_, outbound_, via_, rule_, penalty_, source_, fids_;  // fields; -1: missing
};

}  // namespace

void read_gpkg_movements(const SqliteDatabase& database, const GpkgNodes& nodes, std::span<const std::int64_t> features,
                         RoadNetwork& network, ImportReport& found) {
    if (!database.has_table(gpkg::movement_table)) return;
    GpkgMovements(database, nodes, features, network, found).read();
}

}  // namespace allways::importers

// SPDX-License-Identifier: Apache-2.0
// TNTP trips file → a table of the trips between all zones.
// `<TAG> value` lines up to <END OF METADATA>, then for each zone `Origin 1` and `destination : trips;` pairs, several
// a line. Pairs that are not listed have no trips. Source: github.com/bstabler/TransportationNetworks, README.
#include <algorithm>
#include <cmath>
#include <optional>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "matrices/matrix_content.h"
#include "text/file_format.h"
#include "text/line_reader.h"

namespace allways::importers {

namespace {

constexpr std::string_view zones_tag = "<number of zones>";
constexpr std::string_view total_tag = "<total od flow>";
constexpr std::string_view end_tag = "<end of metadata>";

bool is_origin(std::string_view line) {
    return lower_case(line.substr(0, 6)) == "origin";
}

// Rows and columns are the zones 1 … n.
class Trips {
public:
    Trips(LineReader& lines, const ReadOptions& options, ImportReport& found) : lines_(lines), options_(options) {
        read_metadata();
        found.nodes = zones_;
    }

    TableContent read() && {
        std::string_view line;
        while (lines_.next(line)) {
            line = trimmed(line);
            if (line.empty() || line.starts_with('~')) continue;
            if (is_origin(line)) {
                origin_ = zone(line.substr(6));
            } else {
                read_pairs(line);
            }
        }
        return finish();
    }

private:
    void read_metadata() {
        std::string_view line;
        while (lines_.next(line)) {
            line = trimmed(line);
            const std::string tag = lower_case(line.substr(0, line.find('>') + 1));
            if (tag == zones_tag) {
                const auto zones = parse_whole(trimmed(line.substr(tag.size())));
                if (!zones || *zones < 0 || *zones >= std::int64_t{no_node})
                    lines_.fail(format("<NUMBER OF ZONES> needs an integer, found '{}'", line.substr(tag.size())));
                zones_ = static_cast<std::size_t>(*zones);
            } else if (tag == total_tag) {
                total_text_ = trimmed(line.substr(tag.size()));
            } else if (tag == end_tag) {
                if (zones_ == 0) lines_.fail("the metadata have no <NUMBER OF ZONES>");
                return;
            } else if (!tag.empty() && !line.starts_with('~')) {
                log(options_.log, LogLevel::loss,
                    format("{}:{}: unknown tag {} has no effect; known are <NUMBER OF ZONES> and <TOTAL OD FLOW>",
                           lines_.path(), lines_.line_number(), line.substr(0, tag.size())));
            } else if (!line.empty() && !line.starts_with('<') && !line.starts_with('~')) {
                lines_.fail(
                    format("a TNTP trips file starts with '<TAG> value' lines up to <END OF METADATA>; found "
                           "'{}'",
                           shortened(line)));
            }
        }
        lines_.fail("the file ends before <END OF METADATA>");
    }

    std::size_t zone(std::string_view text) const {
        const auto number = parse_whole(trimmed(text));
        if (!number || *number < 1 || *number > static_cast<std::int64_t>(zones_))
            lines_.fail(format("expected a zone from 1 to {} (<NUMBER OF ZONES>), found '{}'", zones_,
                               shortened(trimmed(text))));
        return static_cast<std::size_t>(*number - 1);
    }

    // Reads "1 : 100.0;  2 : 50;".
    void read_pairs(std::string_view line) {
        if (!origin_) lines_.fail(format("expected 'Origin' and a zone, found '{}'", shortened(line)));
        while (!line.empty()) {
            const auto pair = trimmed(line.substr(0, line.find(';')));
            line.remove_prefix(std::min(line.find(';'), line.size() - 1) + 1);
            if (pair.empty()) continue;
            const std::size_t colon = pair.find(':');
            const auto trips = colon == pair.npos ? std::nullopt : Decimal::parse(trimmed(pair.substr(colon + 1)));
            if (!trips || trips->is_missing())
                lines_.fail(format("expected 'destination : trips;', found '{}'", shortened(pair)));
            const std::size_t destination = zone(pair.substr(0, colon));
            pairs_.push_back({*origin_, destination, *trips, lines_.line_number()});
        }
    }

    // Checks the number of zones, since a damaged one would request any amount of memory.
    void require_zones() const {
        std::vector<bool> named(zones_);
        for (const Pair& pair : pairs_) named[pair.origin] = named[pair.destination] = true;
        const auto count = static_cast<std::size_t>(std::ranges::count(named, true));
        constexpr std::size_t few = 16;
        if (zones_ <= 2 * count + few) return;
        throw InputError(
            lines_.path(), 0,
            format("<NUMBER OF ZONES> is {}, but only {} zones have trips; the file may be damaged", zones_, count));
    }

    // Compares the trips with the total that the file states. Printed numbers are rounded: independent errors of up to
    // half a unit of the last digit add up to far less than the square root of their count.
    void check_total() const {
        const auto total = Decimal::parse(total_text_);
        if (!total || total->is_missing() || total->digits() < 0) return;
        long double sum = 0;
        int decimals = 0;
        for (const Pair& pair : pairs_) {
            sum += pair.trips.to_double();
            decimals = std::max(decimals, pair.trips.scale());
        }
        const double rounding = std::pow(10.0, -decimals) * 2 * std::sqrt(static_cast<double>(pairs_.size())) +
                                std::pow(10.0, -std::max(total->scale(), 0)) + 1e-12 * std::abs(total->to_double());
        const auto difference = static_cast<double>(sum) - total->to_double();
        if (std::abs(difference) <= rounding) return;
        log(options_.log, LogLevel::loss,
            format("{}: <TOTAL OD FLOW> is {}, but its trips add up to {}{}", lines_.path(), total_text_,
                   Decimal::from_double(static_cast<double>(sum)).to_string(),
                   difference < 0 ? "; the file may be cut off" : ""));
    }

    void fill() {
        require_zones();
        matrix_.costs = matrix_costs<Decimal>(zones_, zones_, options_.progress);
        std::vector<bool> filled(matrix_.costs.size());
        for (const Pair& pair : pairs_) {
            const std::size_t cell = pair.origin * zones_ + pair.destination;
            if (filled[cell])
                throw InputError(lines_.path(), pair.line,
                                 format("duplicate pair from {} to {}", pair.origin + 1, pair.destination + 1));
            filled[cell] = true;
            matrix_.costs[cell] = pair.trips;
        }
        check_total();
    }

    // Trips within zones need a table whose diagonal counts: a table of origins × destinations.
    TableContent finish() {
        fill();
        bool same = true;
        for (std::size_t i = 0; i < zones_; ++i) same = same && matrix_.costs[i * zones_ + i] == Decimal();
        const IdTable ids = IdTable::consecutive(zones_);
        matrix_.sides = {ids, ids, same};
        matrix_.scale.name = "trips";
        CostVector trips = typed_costs(matrix_, lines_.path(), options_);
        if (same) return DistanceTable(std::move(trips), zones_, matrix_.scale, ids);
        return OriginDestinationTable(std::move(trips), matrix_.scale, ids, ids);
    }

    struct Pair {
        std::size_t origin = 0;
        std::size_t destination = 0;
        Decimal trips;
        std::uint64_t line = 0;
    };

    LineReader& lines_;
    const ReadOptions& options_;
    DecimalMatrix matrix_;
    std::vector<Pair> pairs_;
    std::size_t zones_ = 0;
    std::string total_text_;  // total of the trips; empty: not stated
    std::optional<std::size_t> origin_;
};

TableContent read_tntp_trips(const std::string& path, const ReadOptions& options, ImportReport& found) {
    LineReader lines(path, options);
    return Trips(lines, options, found).read();
}

bool recognise_tntp_trips(const FileSample& sample) {
    bool tagged = false;
    for (const auto line : sample.lines(40)) {
        const std::string text = lower_case(line.substr(0, 40));
        if (text.starts_with(total_tag)) return true;
        tagged = tagged || text.starts_with(zones_tag);
        if (tagged && is_origin(text)) return true;
    }
    return false;
}

}  // namespace

Format tntp_trips_format() {
    return {.info = {"tntp-trips",
                     "TransportationNetworks trips: the demand between zones",
                     {".tntp"},
                     FormatInfo::Holds::table},
            .recognises = recognise_tntp_trips,
            .read_table = read_tntp_trips};
}

}  // namespace allways::importers

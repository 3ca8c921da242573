// SPDX-License-Identifier: Apache-2.0
// Points from arrays and from text, and snapping them to a network.
#include <cmath>
#include <limits>

#include "allways/cost/arc_costs.h"
#include "allways/importers/points.h"
#include "allways/points/pair_lists.h"
#include "allways/points/snapped_points.h"
#include "arrays.h"
#include "bindings.h"
#include "callbacks.h"

namespace allways::python {

PointSet point_list_of(nb::handle places) {
    if (nb::isinstance<PointSet>(places)) return nb::cast<PointSet>(places);
    return {.names = nb::cast<std::vector<std::string>>(places)};
}

namespace {

// Names of nodes and positions that pairs refer to by their indexes.
PointSet name_list(std::vector<std::string> names) {
    std::vector<std::uint64_t> lines(names.size(), 0);
    return {.lines = std::move(lines), .names = std::move(names), .are_single = true};
}

// The snapped places of points: parallel lists in the order of the points.
nb::dict snap(const HeldNetwork& network, const PointSet& points, const std::string& cost, const SnapChoice& choice,
              Progressing progress) {
    return run(std::move(progress), [&](const Callbacks& callbacks) {
        const std::string& file = network->provenance.source;
        SnappedPoints snapped(*network, {cost, {}}, choice, file, callbacks.log());
        snapped.add(points);
        snapped.report(false);
        const std::size_t n = snapped.places().size();
        std::vector<std::uint8_t> is_snapped(n);
        std::vector<std::int64_t> node(n, -1);
        std::vector<std::int64_t> arc(n, -1);
        std::vector<double> fraction(n, std::numeric_limits<double>::quiet_NaN());
        std::vector<double> distance(n);
        std::vector<double> places(2 * n, std::numeric_limits<double>::quiet_NaN());
        std::vector<std::string> problems(n);
        for (std::size_t i = 0; i < n; ++i) {
            const Place& place = snapped.places()[i];
            is_snapped[i] = place.snapped.snapped ? 1 : 0;
            distance[i] = place.snapped.distance;
            places[2 * i] = place.snapped.place.x;
            places[2 * i + 1] = place.snapped.place.y;
            if (!place.snapped.snapped) {
                problems[i] = snapped.why_unsnapped(place);
                continue;
            }
            if (place.snapped.node != no_node) node[i] = place.snapped.node;
            if (place.snapped.node == no_node) {
                arc[i] = place.snapped.arc;
                fraction[i] = snapped.share(place);
            }
        }
        const nb::gil_scoped_acquire acquired;
        nb::dict found;
        found["snapped"] = array(std::move(is_snapped));
        found["node"] = array(std::move(node));
        found["arc"] = array(std::move(arc));
        found["fraction"] = array(std::move(fraction));
        found["distance"] = array(std::move(distance));
        found["places"] = array(std::move(places));
        found["problem"] = nb::cast(problems);
        return found;
    });
}

}  // namespace

void bind_points(nb::module_& core) {
    nb::class_<PointSet>(core, "PointSet")
        .def_prop_ro("count", [](const PointSet& self) { return self.size(); })
        .def_prop_ro("ids", [](const PointSet& self) { return ids(self.ids); })
        .def_prop_ro("places",
                     [](const PointSet& self) {
                         const auto copy = std::make_shared<PointSet>(self);
                         return view(std::span<const Coordinate>(copy->places), copy);
                     })
        .def_ro("crs", &PointSet::crs)
        .def_ro("names", &PointSet::names);
    core.def(
        "make_points",
        [](const Places& places, const std::string& crs, nb::object point_ids) {
            const auto all = span_of(places);
            return make_points({all.begin(), all.end()}, crs, point_ids.is_none() ? IdTable() : id_table(point_ids));
        },
        nb::arg("places"), nb::arg("crs"), nb::arg("ids").none());

    nb::class_<PairLists>(core, "PairLists").def_prop_ro("count", [](const PairLists& self) {
        return self.pairs.size();
    });
    core.def("read_pair_lists", [](const std::string& path, const PointOptions& options) {
        return run({}, [&](const Callbacks& callbacks) { return read_pair_lists(path, callbacks.in(options)); });
    });
    // The distinct names of both sides, and for each pair its indexes into them.
    core.def("pair_lists", [](const std::vector<std::string>& origins, const std::vector<std::string>& destinations,
                              const Vector<std::uint32_t>& from, const Vector<std::uint32_t>& to) {
        PairLists lists{name_list(origins), name_list(destinations), {}};
        for (std::size_t i = 0; i < from.size(); ++i) lists.pairs.emplace_back(from.data()[i], to.data()[i]);
        return lists;
    });
    core.def("named_ends", named_ends);
    core.def("has_end_positions", has_end_positions);
    // Throws the library's error for an unknown id.
    core.def("refuse_id", [](nb::handle all, const std::string& id, const std::string& source) {
        find_nodes({.names = {id}}, id_table(all), source);
    });
    core.def("read_point_list",
             [](const std::string& text, const std::string& option, const PointOptions& options, Progressing progress) {
                 return run(std::move(progress), [&](const Callbacks& callbacks) {
                     return read_point_list(text, option, callbacks.in(options));
                 });
             });
    // Converts places in `crs` to positions of a network: degrees of WGS 84, or the network's own numbers.
    core.def("positions", [](const Places& places, const std::string& crs, const HeldNetwork& network) {
        const CoordinateFrame frame(network->provenance.crs, network->provenance.source, {});
        const auto found = std::make_shared<std::vector<Coordinate>>(frame.positions(span_of(places), crs));
        for (Coordinate& at : *found) at = frame.rounded(at);
        return view(std::span<const Coordinate>(*found), found);
    });
    core.def("snap", snap);
}

}  // namespace allways::python

// SPDX-License-Identifier: Apache-2.0
// Segments and connectors of a file → the ways and nodes from which networks of OpenStreetMap are built: each usable
// piece of a segment is a way, each point of it a node, and connectors are the nodes that segments share. Then the arcs
// of each segment, to which transitions and signs refer by connectors and headings.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "allways/network/road_network.h"
#include "osm/objects/object.h"
#include "osm/ways/ways.h"
#include "overture/segment.h"

namespace allways::importers::overture {

// Counts of the file's features.
struct FeatureCounts {
    std::uint64_t features = 0;
    std::uint64_t roads = 0;
    std::uint64_t rails = 0;
    std::uint64_t waters = 0;
    std::uint64_t usable = 0;      // segments with a piece that the profile uses
    std::uint64_t connectors = 0;  // features of this type
    std::uint64_t others = 0;      // features of other types
    osm::NamedCount apart;         // connectors that features place more than a metre apart
    std::uint64_t segments() const { return roads + rails + waters; }
};

class Segments {
public:
    using ConnectorPlace = std::pair<std::uint32_t, double>;  // a connector, and where it lies on a segment
    struct Kept {
        std::string id;
        std::size_t first_way = 0;  // its ways: those before the next segment's
        std::size_t first_place = 0;
    };

    explicit Segments(const osm::Profile& profile) : profile_(profile) {}

    // Throws a Fault for an id that another segment has.
    void add(Segment segment, FeatureCounts& features, osm::Counts& counts);
    // The position of the feature counts more than those on segments.
    void add_connector(const std::string& id, Coordinate point, FeatureCounts& features);

    // The ways are numbered as they come: the id of each is its index.
    const osm::Ways& ways() const { return ways_; }
    // Makes the nodes of the ways, each with its position.
    osm::Nodes nodes() const;

    std::size_t size() const { return kept_.size(); }
    const Kept& operator[](std::size_t segment) const { return kept_[segment]; }
    std::optional<std::size_t> find(const std::string& id) const;
    std::pair<std::size_t, std::size_t> ways_of(std::size_t segment) const;
    std::span<const ConnectorPlace> places_of(std::size_t segment) const;
    // The index of the segment to which a way belongs.
    std::size_t segment_of(std::size_t way) const;

    // Returns the number of the connector, which is the id of its node.
    std::optional<std::uint32_t> find_connector(const std::string& id) const;
    // Returns the id of the connector, or of another end of a piece: "SEGMENT@0.25".
    std::string name_of_node(std::int64_t id) const;

    const std::vector<std::pair<std::size_t, Transition>>& transitions() const { return transitions_; }
    const std::vector<Sign>& signs() const { return signs_; }

private:
    static constexpr std::int64_t first_point_id = std::int64_t{1} << 32;  // connectors have lower ones

    std::uint32_t number_of(const std::string& connector);
    void locate(std::uint32_t connector, osm::Position at, bool by_feature, FeatureCounts& features);
    void add_ways(const Segment& segment, FeatureCounts& features, osm::Counts& counts);
    void count(const Segment& segment, FeatureCounts& features, osm::Counts& counts) const;

    const osm::Profile& profile_;
    osm::Ways ways_;
    std::vector<osm::Position> points_;  // of each reference of the ways
    std::vector<Kept> kept_;
    std::vector<ConnectorPlace> places_;
    std::unordered_map<std::string, std::uint32_t> by_id_;

    struct Connector {
        osm::Position position;
        enum class From : std::uint8_t { nowhere, segment, feature } from = From::nowhere;
        bool is_apart = false;  // counted as such
    };
    std::vector<Connector> connectors_;
    std::vector<const std::string*> connector_ids_;
    std::unordered_map<std::string, std::uint32_t> connector_numbers_;
    std::unordered_map<std::int64_t, std::string> end_names_;  // of ends of pieces that are no connectors
    std::int64_t next_point_id_ = first_point_id;

    std::vector<std::pair<std::size_t, Transition>> transitions_;
    std::vector<Sign> signs_;
};

// Borrows its arguments. The network is that of the segments' ways, and its nodes still have the ids of Segments.
class SegmentArcs {
public:
    SegmentArcs(const Segments& segments, const RoadNetwork& network);

    // Forbids the transitions of the segments; counts their outcomes, named by segments.
    void add_transitions(RoadNetwork& network, osm::Counts& counts) const;
    // Adds the texts "destination" and "destination:ref" of the arcs to which signs refer, if there are any.
    void add_signs(RoadNetwork& network) const;
    // The segment to which an arc belongs.
    std::size_t segment_of(ArcIndex arc) const;

private:
    using Sequence = std::vector<ArcIndex>;

    // Returns nothing for a connector that is no node of the network: only one usable segment touches it.
    std::optional<NodeIndex> node(std::uint32_t connector) const;
    // The arcs of the segment in this heading whose `ends`, the network's tails or heads, are the node.
    std::vector<ArcIndex> arcs_at(NodeIndex node, const std::vector<NodeIndex>& ends, std::size_t segment,
                                  bool forward) const;
    // The arcs from one node to the next along the segment; empty if the traffic cannot go there.
    std::vector<ArcIndex> along(std::size_t segment, NodeIndex from, NodeIndex to, bool forward) const;
    // In the order of travel.
    std::vector<ArcIndex> arcs_of(std::size_t segment, bool forward) const;

    // The places of the connector on the segment: two where it closes a ring.
    std::vector<double> places(std::size_t segment, std::uint32_t connector) const;
    // Find the sequences of arcs that a transition forbids.
    osm::TurnOutcome resolve(std::size_t segment, const Transition& transition, std::vector<Sequence>& sequences) const;
    osm::TurnOutcome follow(const Transition& transition, const std::vector<std::size_t>& passed,
                            const std::vector<std::uint32_t>& connectors, std::vector<Sequence>& sequences) const;
    // The ways along a segment between two of its connectors.
    std::vector<Sequence> between(std::size_t segment, std::uint32_t from, std::uint32_t to, NodeIndex from_node,
                                  NodeIndex to_node) const;

    const Segments& segments_;
    const RoadNetwork& network_;
    std::vector<ArcIndex> first_arc_;  // of each way, and the number of arcs
};

}  // namespace allways::importers::overture

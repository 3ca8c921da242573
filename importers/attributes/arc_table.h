// SPDX-License-Identifier: Apache-2.0
// The table of arcs that edge lists, links of GMNS, edges of GraphML and line layers have in common: how options and
// usual names find its fields, how texts become numbers, and how its rows become arcs.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/base/decimal.h"
#include "allways/base/ids.h"
#include "allways/network/arc_shapes.h"
#include "allways/network/road_network.h"

namespace allways::importers {

// ---- fields by name

// The names of a table's fields.
class FieldNames {
public:
    FieldNames() = default;
    // For messages: `has_no` is "the edge list has no field", "link.csv has no field"; `it_has` introduces the names.
    explicit FieldNames(std::vector<std::string> names, std::string has_no = "", std::string it_has = "it has");
    explicit FieldNames(const std::vector<std::string_view>& names) : FieldNames({names.begin(), names.end()}, "") {}

    const std::vector<std::string>& all() const { return names_; }
    const std::vector<std::string>& all_lower() const { return lower_; }
    std::size_t size() const { return names_.size(); }
    const std::string& operator[](std::size_t field) const { return names_[field]; }
    const std::string& lower(std::size_t field) const { return lower_[field]; }

    // Finds a usual name, or the first of several; they are in lower case.
    std::optional<std::size_t> usual(std::string_view lower_name) const;
    std::optional<std::size_t> usual(std::span<const std::string_view> lower_names) const;
    // Finds a name that a user writes: with exact case first, then in any case.
    std::optional<std::size_t> find(std::string_view wanted) const;
    // The same for the value of an option. Throws InvalidArgument, listing the fields, if there is no such field.
    std::size_t named(std::string_view option, std::string_view wanted) const;

private:
    std::vector<std::string> names_;
    std::vector<std::string> lower_;
    std::string has_no_;
    std::string it_has_;
};

// Finds the fields of an arc's two ends by their usual names, which come in pairs: "a" is an end only if there is also
// "b". Returns nothing if there is no such pair.
std::optional<std::pair<std::size_t, std::size_t>> find_arc_ends(const FieldNames& names);

// Returns true if some names in the header are usual names of an arc's two ends.
bool names_arc_ends(const std::vector<std::string_view>& header);

// Two fields with a value for each direction, as in tables of TransCAD, AequilibraE and Esri: time_ab and time_ba, or
// AB_Time and BA_Time, or FT_Minutes and TF_Minutes.
struct DirectedField {
    std::string name;  // without the mark of the direction: "time"
    std::size_t along;
    std::size_t against;
};
std::vector<DirectedField> directed_fields(const FieldNames& names);

// Usual names, in lower case, of fields.
inline constexpr std::array<std::string_view, 2> reverse_cost_names{"reverse_cost", "rcost"};  // against a line
inline constexpr std::array<std::string_view, 4> geometry_names{"the_geom", "geom", "geometry", "wkt"};  // lines
// Names of roads, the most complete first. Shapefiles cut names after ten characters.
// clang-format off
inline constexpr std::array<std::string_view, 55> road_name_names{
    "name", "fullname", "full_name", "full_road_name", "full_street_name", "full_stree", "fullstname",
    "streetname", "street_name", "street_nam", "strname", "str_name", "stname", "st_name", "l_stname",
    "l_stname_c", "roadname", "road_name", "rd_name", "name1", "name_1", "roadname1", "street", "strassenname",
    "straßenname", "strassenna", "straßennam", "strasse", "straße", "str_bez", "nom_voie", "nom_rue", "nom_voie_g",
    "nom_voie_ban_gauche", "nom_collaboratif_gauche", "nom_coll_g", "nom_1_gauche", "nom_1_g", "nom_g", "nomvoie",
    "libelle", "nombre", "nombre_via", "nombre_vial", "nom_via", "calle", "nome", "nome_via", "nome_strada",
    "nome_rua", "straatnaam", "stt_naam", "vejnavn", "gatenavn", "gatunamn"};
// clang-format on

// Lists of arcs and nodes, and matrices, may have comments that begin with one of these characters.
inline constexpr std::string_view edge_list_comments = "#%";

// ---- values

// If each direction has its own cost, a negative or missing cost closes that direction.
inline bool opens_direction(const Decimal& cost) {
    return !cost.is_missing() && cost.digits() >= 0;
}

// True for texts of a field of numbers that mean no number: the words for a missing value, and infinity.
bool is_missing_value(std::string_view text);

// Returns the km/h of "50", "30 mph", "50,5 km/h" (numbers without a unit are in `unit`); missing for empty text,
// numbers that are not positive, and texts that are not speeds.
Decimal speed_kmh(std::string_view text, std::string_view unit);

// The values of a field, one text per row: numbers if every value is a number or missing, at least one is a number, and
// all have the same unit of speed ("25 mph") or none; otherwise texts. Infinity means a missing value.
class FieldColumn {
public:
    // `dropped`: texts are not needed; `kept`: they are; `only`: numbers are texts, too, as for names and ids.
    enum class Texts { dropped, kept, only };
    explicit FieldColumn(Texts texts = Texts::dropped)
        : keeps_texts_(texts != Texts::dropped), is_text_(texts == Texts::only) {}

    // Returns false if the field is one of texts, because of this value or an earlier one.
    bool add(std::string_view text);

    bool is_text() const { return is_text_; }
    bool is_empty() const { return !has_value_; }
    bool is_numeric() const { return !is_text_ && has_value_; }
    const std::string& unit() const { return unit_; }
    const std::vector<Decimal>& values() const { return values_; }
    std::vector<Decimal> take() && { return std::move(values_); }
    TextColumn take_texts() && { return std::move(texts_); }

private:
    bool become_text(std::string_view first);

    bool keeps_texts_;
    bool is_text_;
    bool has_value_ = false;
    std::string unit_;  // of the numbers so far; empty: they state none
    std::vector<Decimal> values_;
    std::vector<std::pair<std::size_t, std::string>> words_;  // texts for a missing value, by row
    TextColumn texts_;
};

// ---- rows

// An arc of a row, along it or against it.
struct RowArc {
    std::uint32_t row = 0;
    bool against = false;
};

// Rows of two ends, and the arcs that are made of them: a row's arc against it follows the one along it, under the same
// id.
class ArcTable {
public:
    void add_row(NodeIndex from, NodeIndex to) { ends_.insert(ends_.end(), {from, to}); }
    void set_ends(std::vector<NodeIndex> ends) { ends_ = std::move(ends); }  // two per row
    void add_arcs(std::uint32_t row, bool along, bool against) {
        if (along) arcs_.push_back({row, false});
        if (against) arcs_.push_back({row, true});
    }

    std::vector<RowArc>& arcs() { return arcs_; }
    const std::vector<RowArc>& arcs() const { return arcs_; }
    const std::vector<NodeIndex>& ends() const { return ends_; }

    // Adds the arcs' ends, and marks which of them are a row's second.
    void hand_over(RoadNetwork& network) const;
    // The row of each arc, for selections.
    std::vector<std::uint32_t> rows() const;
    // Returns for each arc the value of its row, or for two fields the one in its direction.
    std::vector<Decimal> of_arcs(std::vector<Decimal> values) const;
    std::vector<Decimal> of_arcs(const std::vector<Decimal>& along, const std::vector<Decimal>& against) const;
    TextColumn of_arcs(TextColumn texts) const;

private:
    // Returns true if each of the rows is one arc, along it.
    bool is_list_of(std::size_t rows) const;

    std::vector<NodeIndex> ends_;
    std::vector<RowArc> arcs_;
};

// ---- node ids

// Collects the two ends of each arc. If all ids are integers, nodes are in ascending order, and 2.0, as pandas writes
// a column with gaps, is 2; a single other id makes all ids texts, and nodes are in order of first appearance.
class NodeNames {
public:
    void add(std::string_view id);

    struct Nodes {
        IdTable ids;
        std::vector<NodeIndex> index;  // one per add(), in order
    };
    // O(m log m). Throws CapacityError beyond 2^32 - 2 nodes.
    Nodes finish() &&;

private:
    std::vector<std::int64_t> numbers_;
    std::vector<std::size_t> decimals_;  // those of the numbers that were written with ".0"
    std::vector<std::string> texts_;
    bool numeric_ = true;
};

// ---- shapes

// Shapes from a source that states one per arc: shapes with the same points, in either direction, are stored once.
class SharedShapes {
public:
    void add_straight_arc() { shapes_.add_arc(ArcShapes::no_shape); }
    // Adds the next arc; `points` run in its direction of travel, two or more.
    void add_arc(std::span<const Coordinate> points);
    // Returns no shapes at all if no arc has one.
    ArcShapes take() &&;

private:
    // Returns the slot of the shape with these points, or the free slot for it: slots_ is at most half full.
    std::size_t slot_of(std::size_t hash, std::span<const Coordinate> points) const;
    bool is_same(ArcShapes::ShapeIndex shape, std::span<const Coordinate> points) const;  // in either direction
    void grow();

    ArcShapes shapes_;
    std::vector<std::size_t> hashes_;           // by shape
    std::vector<ArcShapes::ShapeIndex> slots_;  // no_shape: free
};

// ---- tables that often accompany networks but contain no network

// Returns "a table of …" for the field names, in lower case; empty for an unknown table.
std::string_view describe_other_table(const std::vector<std::string>& lower_names);

}  // namespace allways::importers

// SPDX-License-Identifier: Apache-2.0
// The role of each field of an edge list: from the options, the header's names, or the number of fields.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/base/decimal.h"
#include "allways/importers/read.h"
#include "attributes/edge_list_facts.h"

namespace allways::importers {

// Two fields with a value for each direction, as in tables of TransCAD, AequilibraE and Esri: time_ab and time_ba, or
// AB_Time and BA_Time, or FT_Minutes and TF_Minutes.
struct DirectedField {
    std::string name;  // without the mark of the direction: "time"
    std::size_t along;
    std::size_t against;
};
std::vector<DirectedField> directed_fields(const std::vector<std::string>& names);

// Usual names, in lower case, of a field that is 1 where a row leads along, -1 against and 0 both ways.
inline constexpr std::array<std::string_view, 2> direction_names{"direction", "dir"};

struct EdgeListLayout {
    std::vector<std::string> names;  // one per field: the header's, or "1", "2", … without a header
    bool has_header = false;
    bool ends_named = false;  // the options name the fields of the ends
    std::size_t from = 0;
    std::size_t to = 1;
    std::optional<std::size_t> cost;
    bool is_cost_stated = false;  // by an option, by the name "cost" or by its position, not guessed from its name
    std::optional<std::size_t> reverse_cost;  // cost of the reverse arc, as in pgRouting
    std::optional<std::size_t> direction;     // the rows' directions, in the words of OnewayValues
    bool is_direction_stated = false;         // by an option, or plain by other fields
    std::vector<DirectedField> directed;
    bool is_pgrouting = false;  // its negative costs mean no arc
    std::optional<std::size_t> id;
    std::optional<std::size_t> name;  // of the road; one that is guessed counts if it has texts
    bool is_name_stated = false;
    std::optional<std::array<std::size_t, 4>> ends;  // x1, y1, x2, y2: coordinates of the arc's two nodes
    std::optional<std::size_t> geometry;             // the arc's line as text

    // Returns the two fields of which this is one; null if it has one value for both directions.
    const DirectedField* directed_of(std::size_t field) const;
    // Returns true if the field has a role other than that of a column of numbers.
    bool is_taken(std::size_t field) const;
};

// Usual names, in lower case, of the cost against a line's direction.
inline constexpr std::array<std::string_view, 2> reverse_cost_names{"reverse_cost", "rcost"};

// Usual names, in lower case, of a field with the names of roads, the most complete first. Shapefiles cut names after
// ten characters.
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

// If each direction has its own cost, a negative or missing cost closes that direction.
inline bool opens_direction(const Decimal& cost) {
    return !cost.is_missing() && cost.digits() >= 0;
}

// Returns true for usual names, in lower case, of a field with lines as WKT.
bool names_geometry(std::string_view lower_name);

// Returns true if some names in the header are usual names of an arc's two ends.
bool names_arc_ends(const std::vector<std::string_view>& header);

// Finds the fields of an arc's two ends by their usual names, which come in pairs: "a" is an end only if there is also
// "b". Names are in lower case. Returns nothing if there is no such pair.
std::optional<std::pair<std::size_t, std::size_t>> find_arc_ends(const std::vector<std::string>& lower_names);

// Decides by the first record; logs guesses. Throws InputError, listing the fields, if the ends cannot be identified,
// and InvalidArgument for an option that names no field.
EdgeListLayout decide_edge_list_layout(const std::string& path, std::uint64_t line,
                                       const std::vector<std::string_view>& first_record, const EdgeListFacts& facts,
                                       const ReadOptions& options);

}  // namespace allways::importers

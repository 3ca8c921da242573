// SPDX-License-Identifier: Apache-2.0
// One random trial: files, commands, and the expected results.
#pragma once

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "exact.h"
#include "network.h"

namespace trials {

// An error that a trial found; the message says how to reproduce it.
struct Wrong : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Trial {
    Random& random;
    std::filesystem::path folder;    // empty, of this trial alone
    std::vector<std::string> lines;  // the commands so far, for reports

    // Runs the command in the folder. Throws Wrong if its exit code is not in `codes`, or it ends by a signal, exceeds
    // its time or prints messages that are not one line each.
    int run(const std::vector<std::string>& words, const std::vector<int>& codes = {0});
};

// A list of pairs, as csv-long: numbers by their columns' order after from and to, as texts.
using Pairs = std::map<std::pair<std::string, std::string>, std::vector<std::string>>;
Pairs read_pairs(const std::filesystem::path& file);

// The rows of a CSV file: texts by the names of the header.
using Row = std::map<std::string, std::string>;
std::vector<Row> read_rows(const std::filesystem::path& file);

// Throws Wrong unless a text is a number near `expected`, to 12 digits; an empty text is no number.
void expect_near(const std::string& text, double expected, const std::string& what);

// Parses a decimal text as units of 10^-digits. Throws Wrong if it is not a number, or has too many nonzero digits.
std::int64_t units_of(const std::string& text, int digits);

// The pairs of a file between `rows` and `columns` (node numbers) are those of `table`, and the first column its
// values.
void check_pairs(const Pairs& found, const Network& network, const Table& table, const std::vector<std::size_t>& rows,
                 const std::vector<std::size_t>& columns, std::size_t column, int digits);

std::vector<std::size_t> all_nodes(const Network& network);
// Some of the nodes, at least one, in random order.
std::vector<std::size_t> some_of(std::vector<std::size_t> nodes, Random& random);
std::string id_list(const Network& network, const std::vector<std::size_t>& nodes);

// Each of these is a kind of trial. They throw Wrong.
void solve_trial(Trial& trial);       // all schedules and types beside the exact table
void trip_trial(Trial& trial);        // through random formats, then solved
void part_trial(Trial& trial);        // origins, destinations and skims, from network, table and factor
void path_trial(Trial& trial);        // pairs: legs are arcs and add up
void isochrone_trial(Trial& trial);   // nodes within a limit
void simplify_trial(Trial& trial);    // distances between what stays
void position_trial(Trial& trial);    // points inside roads, on loops, beside barriers
void rule_trial(Trial& trial);        // turn restrictions, zones and barriers, at nodes and inside roads
void update_trial(Trial& trial);      // closed and changed arcs of a factor, and back
void verify_trial(Trial& trial);      // errors planted in tables
void difference_trial(Trial& trial);  // errors planted in lists
void access_trial(Trial& trial);      // opportunities within limits, and the nearest
void assign_trial(Trial& trial);      // trips summed along their paths
void centrality_trial(Trial& trial);  // measures of nodes and arcs
void hour_trial(Trial& trial);        // a table for each hour
void departure_trial(Trial& trial);   // costs that change on the way
void expression_trial(Trial& trial);  // costs that are expressions of columns
void costs_trial(Trial& trial);       // several costs and their skims in one table
void compare_trial(Trial& trial);     // a table before and after changed costs
void height_trial(Trial& trial);      // ascent and descent on planes
void overture_trial(Trial& trial);    // the same streets by OpenStreetMap and Overture Maps

}  // namespace trials

// SPDX-License-Identifier: Apache-2.0
// The heights of nodes that the raster does not tell: those on bridges and in tunnels, and those without a value.
#pragma once

#include <span>
#include <vector>

#include "allways/base/ids.h"

namespace allways::importers::elevation {

// A stretch of road from a node of unknown height to a known height, or to another such node.
struct Stretch {
    NodeIndex from = no_node;
    NodeIndex to = no_node;  // no_node: the height is known
    double height = 0;       // if it is known
    double length_m = 0;
};

// Fills in the missing heights (NaN) of nodes that stretches join to known heights, directly or through one another:
// each becomes the mean of its neighbours' heights, weighted by the inverse of their distances. Along a chain of nodes
// that is the straight slope between the known heights; where several meet it is the surface without sources (Laplace's
// equation on the graph, solved by conjugate gradients). The others stay missing.
void fill_heights(std::vector<double>& heights, std::span<const Stretch> stretches);

}  // namespace allways::importers::elevation

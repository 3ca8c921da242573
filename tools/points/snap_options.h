// How positions are put onto a network: the options that all commands with positions share.
#pragma once

#include <optional>
#include <string>

#include "allways/network/snap.h"
#include "points/place_frame.h"

namespace CLI {
class App;
}

namespace allways::tools {

// Without positions they mean nothing, and do no harm.
struct SnapArguments {
    std::string onto;                 // "arcs" or "nodes"; empty: arcs
    std::string component;            // "largest" or "any"; empty: largest
    std::optional<double> radius_m;   // nothing: 10 km, or the network's width where its units are unknown (Placement)

    SnapOptions options(const PlaceFrame& frame) const;
};

void add_snap_options(CLI::App& app, SnapArguments& arguments);  // --snap, --snap-radius, --snap-component

}  // namespace allways::tools

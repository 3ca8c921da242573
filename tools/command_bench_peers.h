// The part of `allways bench` that sets Allways beside other programs on a road network.
#pragma once

#include <string>
#include <vector>

#include "allways/engine/bench.h"
#include "console.h"
#include "exit_code.h"

namespace CLI {
class App;
class Option;
}

namespace allways::tools {

struct PeerArguments {
    bool used = false;
    double limit_seconds = 60;
    std::string network;  // a file; empty: a street network
    std::string cost;     // a column; empty: Allways' choice
    std::string python = "python3";
};

// `nodes`: of a street network; `foreign`: options that mean nothing beside peers. What does not go together is refused
// while the command line is parsed.
void add_peer_options(CLI::App& app, PeerArguments& arguments, CLI::Option* nodes,
                      const std::vector<CLI::Option*>& foreign);

// n, runs and seed are taken from `bench`. Mismatch where a peer's distances are not Allways'. Throws InputError,
// InvalidArgument for a network that peers cannot solve.
ExitCode run_peer_bench(const PeerArguments& arguments, const BenchOptions& bench, bool json, Console& console);

}  // namespace allways::tools

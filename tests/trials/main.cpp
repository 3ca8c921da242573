// SPDX-License-Identifier: Apache-2.0
// Runs random commands on random networks, and compares the answers with exact ones from plain loops.
//     random_trials [--count N] [--seconds S] [--seed S] [--first N] [--only KIND]…
// A trial depends only on the seed and its number: --first 1234 --count 1 repeats one, and its folder is kept if it
// fails. Ends after --count trials, or after --seconds if that is sooner.
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>

#include "fuzz/files/trial.h"
#include "trial.h"

namespace fs = std::filesystem;

namespace {

struct Kind {
    const char* name;
    void (*run)(trials::Trial&);
};

constexpr Kind kinds[] = {
    {"solve", trials::solve_trial},
    {"trip", trials::trip_trial},
    {"part", trials::part_trial},
    {"path", trials::path_trial},
    {"isochrone", trials::isochrone_trial},
    {"simplify", trials::simplify_trial},
    {"position", trials::position_trial},
    {"rule", trials::rule_trial},
    {"update", trials::update_trial},
    {"verify", trials::verify_trial},
    {"difference", trials::difference_trial},
    {"access", trials::access_trial},
    {"assign", trials::assign_trial},
    {"centrality", trials::centrality_trial},
    {"hour", trials::hour_trial},
    {"departure", trials::departure_trial},
    {"expression", trials::expression_trial},
    {"costs", trials::costs_trial},
    {"compare", trials::compare_trial},
    {"height", trials::height_trial},
    {"overture", trials::overture_trial},
};

struct Options {
    std::uint64_t count = 1000, seed = 1, first = 0, seconds = 1'000'000;
    std::set<std::string> only;
};

Options options_of(int argc, char** argv) {
    Options options;
    for (int k = 1; k + 1 < argc; k += 2) {
        const std::string name = argv[k];
        if (name == "--only") {
            options.only.insert(argv[k + 1]);
            continue;
        }
        const std::uint64_t value = std::strtoull(argv[k + 1], nullptr, 10);
        if (name == "--count")
            options.count = value;
        else if (name == "--seed")
            options.seed = value;
        else if (name == "--first")
            options.first = value;
        else if (name == "--seconds")
            options.seconds = value;
        else
            throw std::runtime_error("unknown option " + name);
    }
    return options;
}

}  // namespace

int main(int argc, char** argv) try {
    const Options options = options_of(argc, argv);
    fuzz::warm_up();
    std::vector<Kind> chosen;
    for (const Kind& kind : kinds) {
        if (options.only.empty() || options.only.contains(kind.name)) chosen.push_back(kind);
    }
    if (chosen.empty()) throw std::runtime_error("no such kind of trial");
    const fs::path work = fs::temp_directory_path() / ("random_trials." + std::to_string(getpid()));
    std::map<std::string, std::uint64_t> done;
    std::uint64_t wrong = 0, commands = 0;
    const auto start = std::chrono::steady_clock::now();
    for (std::uint64_t number = options.first; number < options.first + options.count; ++number) {
        if (std::chrono::steady_clock::now() - start > std::chrono::seconds(options.seconds)) break;
        fuzz::Random random(options.seed * 0x9E3779B97F4A7C15u + number);
        const Kind& kind = chosen[random.below(chosen.size())];
        const fs::path folder = work / std::to_string(number);
        fs::create_directories(folder);
        trials::Trial trial{random, folder, {}};
        ++done[kind.name];
        try {
            kind.run(trial);
            fs::remove_all(folder);
        } catch (const trials::Wrong& error) {
            ++wrong;
            std::printf("trial %llu (%s, seed %llu) in %s: %s\n", static_cast<unsigned long long>(number), kind.name,
                        static_cast<unsigned long long>(options.seed), folder.c_str(), error.what());
            for (const std::string& line : trial.lines) std::printf("    %s\n", line.c_str());
            std::fflush(stdout);
        }
        commands += trial.lines.size();
    }
    for (const auto& [name, count] : done)
        std::printf("%-12s %8llu\n", name.c_str(), static_cast<unsigned long long>(count));
    std::printf("%llu commands, %llu wrong\n", static_cast<unsigned long long>(commands),
                static_cast<unsigned long long>(wrong));
    if (wrong == 0) fs::remove_all(work);
    return wrong == 0 ? 0 : 1;
} catch (const std::exception& error) {
    std::fprintf(stderr, "random_trials: %s\n", error.what());
    return 2;
}

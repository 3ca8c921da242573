// SPDX-License-Identifier: Apache-2.0
// Measures how fast networks are read.
//
//     read_bench FILE ... [--repeats 5]
// Reads each file alternately without and with its report, and prints medians: seconds, processor seconds, and
// megabytes of the file per second of each. A `.co` file beside a `.gr` file is read, too, and counts.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/stopwatch.h"
#include "allways/importers/read.h"
#include "bench_main.h"

namespace {

using namespace allways;

struct Options {
    std::vector<std::string> files;
    std::size_t repeats = 5;
};

Options parse(int count, char** arguments) {
    Options options;
    for (int i = 1; i < count; ++i) {
        const std::string name = arguments[i];
        if (!name.starts_with("--")) {
            options.files.push_back(name);
            continue;
        }
        if (name != "--repeats") throw InvalidArgument("unknown option " + name);
        if (++i == count) throw InvalidArgument(name + " needs a value");
        options.repeats = std::stoul(arguments[i]);
    }
    if (options.files.empty() || options.repeats == 0) throw InvalidArgument("name the files of networks");
    return options;
}

double megabytes_of(const std::string& file) {
    double bytes = static_cast<double>(std::filesystem::file_size(file));
    const std::filesystem::path points = std::filesystem::path(file).replace_extension(".co");
    if (file.ends_with(".gr") && std::filesystem::exists(points)) {
        bytes += static_cast<double>(std::filesystem::file_size(points));
    }
    return bytes / 1e6;
}

double median(std::vector<double>& values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

struct Timed {
    const char* name;
    bool with_report;
    std::vector<double> wall = {};
    std::vector<double> processor = {};
};

void measure(const std::string& file, std::size_t repeats) {
    std::vector<Timed> ways{{"read", false}, {"read and report", true}};
    for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
        for (Timed& way : ways) {
            ImportReport report;
            const std::clock_t begin = std::clock();
            const Stopwatch watch;
            const RoadNetwork network = read_network(file, {}, way.with_report ? &report : nullptr);
            way.wall.push_back(watch.seconds());
            way.processor.push_back(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
            if (repeat == 0 && !way.with_report) {
                std::printf("%s: %.1f MB, %zu nodes, %zu arcs\n", file.c_str(), megabytes_of(file),
                            network.node_count(), network.arc_count());
            }
        }
    }
    for (Timed& way : ways) {
        const double wall = median(way.wall);
        const double processor = median(way.processor);
        std::printf("    %-16s %.3f s, %.0f MB/s; %.3f s of processor time, %.0f MB/s a core\n", way.name, wall,
                    megabytes_of(file) / wall, processor, megabytes_of(file) / processor);
    }
}

int run(const Options& options) {
    for (const std::string& file : options.files) measure(file, options.repeats);
    return 0;
}

}  // namespace

int main(int count, char** arguments) {
    return bench::run_main("read_bench", [&] { return run(parse(count, arguments)); });
}

// SPDX-License-Identifier: Apache-2.0
// Whole tables, parts of tables, and errors planted in them.
#include <hdf5.h>

#include <algorithm>
#include <fstream>
#include <numeric>

#include "trial.h"

namespace trials {

namespace {

const std::vector<std::string> schedules = {"auto", "sweep", "blocked", "naive", "recursive", "squaring"};

std::vector<std::size_t> nodes_with_arcs(const Network& network) {
    std::vector<std::size_t> nodes;
    for (std::size_t node = 0; node < network.node_count(); ++node) {
        const auto touches = [&](const Arc& arc) { return arc.tail == node || arc.head == node; };
        if (std::ranges::any_of(network.arcs, touches)) nodes.push_back(node);
    }
    return nodes;
}

// The input of later commands (network, table or factor) with its options.
std::vector<std::string> source_of(Trial& trial, const Network& network) {
    write_gmns(network, trial.folder / "net");
    std::vector<std::string> reading = {"net", "--cost", "cost"};
    append(reading, no_through_options(network));
    const std::size_t kind = trial.random.below(3);
    if (kind == 0) return reading;
    std::vector<std::string> words = {"solve"};
    append(words, reading);
    if (kind == 1) append(words, {"-o", "t.omx", "--schedule", trial.random.pick(schedules)});
    if (kind == 2) append(words, {"--factor-only", "-o", "t.factor"});
    if (kind == 2 && trial.random.chance(2)) append(words, {"--skim", "length"});
    trial.run(words);
    return {kind == 1 ? "t.omx" : "t.factor"};
}

// One cell of a square dataset, read or written as 64-bit integer.
class Cell {
public:
    Cell(const std::filesystem::path& file, const std::string& dataset, std::size_t row, std::size_t column) {
        file_ = H5Fopen(file.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
        set_ = H5Dopen2(file_, dataset.c_str(), H5P_DEFAULT);
        space_ = H5Dget_space(set_);
        const hsize_t start[] = {row, column};
        const hsize_t count[] = {1, 1};
        const hsize_t one = 1;
        memory_ = H5Screate_simple(1, &one, nullptr);
        if (H5Sselect_hyperslab(space_, H5S_SELECT_SET, start, nullptr, count, nullptr) < 0) {
            throw std::runtime_error("no cell in " + dataset);
        }
    }
    ~Cell() {
        H5Sclose(memory_);
        H5Sclose(space_);
        H5Dclose(set_);
        H5Fclose(file_);
    }
    Cell(const Cell&) = delete;
    Cell& operator=(const Cell&) = delete;

    std::int64_t get() const {
        std::int64_t value = 0;
        if (H5Dread(set_, H5T_NATIVE_INT64, memory_, space_, H5P_DEFAULT, &value) < 0)
            throw std::runtime_error("no value");
        return value;
    }
    void set(std::int64_t value) const {
        if (H5Dwrite(set_, H5T_NATIVE_INT64, memory_, space_, H5P_DEFAULT, &value) < 0)
            throw std::runtime_error("not written");
    }

private:
    hid_t file_ = -1, set_ = -1, space_ = -1, memory_ = -1;
};

// The matrix of a table made of int32: the only dataset of /data.
std::string matrix_of(const std::filesystem::path& file) {
    const hid_t opened = H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t group = H5Gopen2(opened, "/data", H5P_DEFAULT);
    char name[256] = "";
    const auto length = H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, 0, name, sizeof name, H5P_DEFAULT);
    H5Gclose(group);
    H5Fclose(opened);
    if (length <= 0) throw Wrong("no matrix in the table");
    return std::string("/data/") + name;
}

}  // namespace

void solve_trial(Trial& trial) {
    Random& random = trial.random;
    Shape shape;
    shape.negative_costs = random.chance(4);
    shape.no_through = !shape.negative_costs;
    Network network = random_network(random, shape);
    std::vector<std::size_t> rows = all_nodes(network);
    std::vector<std::string> words = {"solve"};
    const std::size_t format = random.below(3);
    if (format == 0) {
        write_gmns(network, trial.folder / "net");
        append(words, {"net", "--cost", "cost"});
    } else if (format == 1) {
        rows = nodes_with_arcs(network);
        write_edge_list(network, trial.folder / "net.csv");
        append(words, {"net.csv", "--cost", "cost"});
        for (std::size_t node = 0; node < network.node_count(); ++node) {
            if (std::ranges::find(rows, node) == rows.end()) network.no_through[node] = false;  // not in the file
        }
    } else {
        network.digits = 0;
        std::iota(network.ids.begin(), network.ids.end(), std::int64_t{1});
        write_dimacs(network, trial.folder / "net.gr");
        words.emplace_back("net.gr");
    }
    append(words, no_through_options(network));
    append(words, {"--schedule", random.pick(schedules)});
    if (network.digits == 0 && random.chance(3))
        append(words, {"--cost-type", random.chance(2) ? "float32" : "float64"});
    if (random.chance(4)) words.emplace_back("--no-next-hops");
    append(words, {"-f", "csv-long", "-o", "table.csv"});
    if (shape.negative_costs && has_negative_cycle(network)) {
        trial.run(words, {4});
        if (std::filesystem::exists(trial.folder / "table.csv")) throw Wrong("a table beside a negative cycle");
        return;
    }
    trial.run(words);
    check_pairs(read_pairs(trial.folder / "table.csv"), network, distances(network), rows, rows, 0, network.digits);
}

void trip_trial(Trial& trial) {
    Random& random = trial.random;
    Network network = random_network(random, {});
    std::iota(network.ids.begin(), network.ids.end(), std::int64_t{1});  // formats of matrices count nodes
    write_gmns(network, trial.folder / "net0");
    std::string at = "net0";
    std::vector<std::string> reading = no_through_options(network);
    const std::vector<std::string> endings = {".gmns", ".graphml", ".csv", ".gpkg", ".mtx", ".gr"};
    const bool has_isolated = nodes_with_arcs(network).size() < network.node_count();
    const std::size_t steps = 1 + random.below(3);
    for (std::size_t step = 1; step <= steps; ++step) {
        const std::string& ending = random.pick(endings);
        // A list of arcs has no isolated nodes, and then formats that count nodes count others.
        if (has_isolated && ending == ".csv") continue;
        const std::string next = "net" + std::to_string(step) + ending;
        std::vector<std::string> words = {"convert", at, next};
        append(words, reading);
        if (ending == ".csv") append(words, {"-f", "edge-list"});
        if (ending == ".mtx" || ending == ".gr") append(words, {"--cost", "cost"});
        if (trial.run(words, {0, 2, 3}) != 0) continue;  // refused, because the format cannot store something
        at = next;
        reading.clear();
    }
    std::vector<std::string> words = {"solve", at};
    const bool names_its_cost = !at.ends_with(".gr") && !at.ends_with(".mtx");
    if (names_its_cost) append(words, {"--cost", "cost"});
    append(words, reading);
    append(words, {"-f", "csv-long", "-o", "table.csv"});
    trial.run(words);
    Pairs found = read_pairs(trial.folder / "table.csv");
    // Formats of arcs alone have no isolated nodes: their own pair may be missing.
    const auto rows = nodes_with_arcs(network);
    for (const std::size_t node : all_nodes(network)) {
        if (std::ranges::find(rows, node) == rows.end()) found.erase({network.id(node), network.id(node)});
    }
    check_pairs(found, network, distances(network), rows, rows, 0, network.digits);
}

void part_trial(Trial& trial) {
    Random& random = trial.random;
    Shape shape;
    shape.zero_costs = random.chance(2);
    shape.mostly_zero = shape.zero_costs && random.chance(2);
    if (shape.mostly_zero && random.chance(3)) shape.most_nodes = 150;  // more than are searched for together
    const Network network = random_network(random, shape);
    const auto rows = some_of(all_nodes(network), random);
    const auto columns = some_of(all_nodes(network), random);
    std::vector<std::string> words = {"table"};
    append(words, source_of(trial, network));
    append(words, {"--origins", id_list(network, rows), "--destinations", id_list(network, columns), "-f", "csv-long",
                   "-o", "table.csv"});
    const bool with_skim = words[1] != "t.omx";
    if (with_skim) append(words, {"--skim", "length"});
    trial.run(words);
    const Pairs found = read_pairs(trial.folder / "table.csv");
    const Table table = distances(network);
    check_pairs(found, network, table, rows, columns, 0, network.digits);
    if (with_skim) check_pairs(found, network, skims(network, table), rows, columns, 1, 0);
}

void verify_trial(Trial& trial) {
    Random& random = trial.random;
    const Network network = random_network(random, {});
    write_gmns(network, trial.folder / "net");
    std::vector<std::string> words = {"solve", "net",   "--cost",     "cost",
                                      "-o",    "t.omx", "--schedule", random.pick(schedules)};
    append(words, no_through_options(network));
    trial.run(words);
    std::vector<std::string> check = {"verify", "t.omx", "--network", "net"};
    append(check, no_through_options(network));
    trial.run(check);
    const std::size_t from = random.below(network.node_count());
    const std::size_t to = random.below(network.node_count());
    const bool hops = random.chance(2);
    const auto file = trial.folder / "t.omx";
    {
        const Cell cell(file, hops ? "/allways/next_hops" : matrix_of(file), from, to);
        const std::int64_t right = cell.get();
        const std::vector<std::int64_t> changes =
            hops ? std::vector<std::int64_t>{0, 1, 2, 254, 255}
                 : std::vector<std::int64_t>{
                       right + 1, right - 1, right + 1000, 0, 1, (std::int64_t{1} << 30) - 1, 1 << 30, 2147483647, -1};
        const std::int64_t wrong = random.pick(changes);
        const bool is_read_as_zero =
            !hops && from == to && wrong == (std::int64_t{1} << 30) - 1;  // other programs' diagonals
        if (wrong == right || is_read_as_zero) return;
        cell.set(wrong);
        trial.lines.push_back("# " + std::string(hops ? "next hop" : "distance") + " of " + network.id(from) + " -> " +
                              network.id(to) + ": " + std::to_string(right) + " becomes " + std::to_string(wrong));
    }
    trial.run(check, {3, 6});
}

void difference_trial(Trial& trial) {
    Random& random = trial.random;
    const Network network = random_network(random, {});
    write_gmns(network, trial.folder / "net");
    std::vector<std::string> words = {"solve", "net", "--cost", "cost"};
    append(words, no_through_options(network));
    for (const char* schedule : {"sweep", "blocked"}) {
        std::vector<std::string> each = words;
        append(each, {"--schedule", schedule, "-o", std::string(schedule) + ".omx"});
        trial.run(each);
    }
    trial.run({"diff", "sweep.omx", "blocked.omx"});
    const std::size_t from = random.below(network.node_count());
    const std::size_t to = random.below(network.node_count());
    const auto file = trial.folder / "blocked.omx";
    {
        const Cell cell(file, matrix_of(file), from, to);
        cell.set(cell.get() + (random.chance(2) ? 1 : -1));
    }
    trial.lines.push_back("# distance of " + network.id(from) + " -> " + network.id(to) + " changed by one unit");
    trial.run({"diff", "sweep.omx", "blocked.omx"}, {3, 6});
}

}  // namespace trials

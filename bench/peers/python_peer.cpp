// SPDX-License-Identifier: Apache-2.0
// The Python libraries that road_peers.py drives; the top of that script describes the protocol on the pipe.
#include "peers/child_process.h"
#include "peers/embedded_script.h"
#include "peers/peer.h"

namespace allways::peers {

namespace {

class PythonPeer : public Peer {
public:
    PythonPeer(const std::string& library, const std::string& python, const Roads& roads, unsigned threads)
        : nodes_(roads.node_count()),
          process_({python, "-c", std::string(embedded_files().front().text), library, std::to_string(threads)}) {
        const std::string greeting = read_consent();
        std::size_t blank = 0;
        cores_ = static_cast<unsigned>(std::stoul(greeting, &blank));
        name_ = greeting.substr(blank + 1);
        const auto& coordinates = roads.network.coordinates;
        const std::int64_t counts[] = {static_cast<std::int64_t>(nodes_), static_cast<std::int64_t>(roads.arc_count()),
                                       static_cast<std::int64_t>(coordinates.size())};
        process_.write(counts, sizeof counts);
        write_all(roads.first_out);
        write_all(roads.head);
        write_all(roads.cost);
        write_all(coordinates);
    }

    std::string name() const override { return name_; }
    unsigned cores() const override { return cores_; }

    Spent prepare() override {
        const std::string took = read_consent();
        std::size_t blank = 0;
        const double seconds = std::stod(took, &blank);
        return {seconds, std::stod(took.substr(blank))};
    }

    Spent solve(std::span<const NodeIndex> sources, std::span<std::int32_t> rows) override {
        const auto count = static_cast<std::int64_t>(sources.size());
        process_.write(&count, sizeof count);
        process_.write(sources.data(), sources.size_bytes());
        double spent[2];
        process_.read(spent, sizeof spent);
        process_.read(rows.data(), sources.size() * nodes_ * sizeof(std::int32_t));
        return {spent[0], spent[1]};
    }

private:
    // Returns the text after "ok" on a line; throws Absent for any other answer.
    std::string read_consent() {
        const std::string line = process_.read_line();
        const auto blank = line.find(' ');
        if (line.substr(0, blank) != "ok") throw Absent(line.substr(blank + 1));
        return line.substr(blank + 1);
    }

    template <class T>
    void write_all(const std::vector<T>& values) {
        process_.write(values.data(), values.size() * sizeof(T));
    }

    std::size_t nodes_;
    ChildProcess process_;
    std::string name_;
    unsigned cores_ = 1;
};

}  // namespace

std::unique_ptr<Peer> python_peer(const std::string& library, const std::string& python, const Roads& roads,
                                  unsigned threads) {
    return std::make_unique<PythonPeer>(library, python, roads, threads);
}

}  // namespace allways::peers

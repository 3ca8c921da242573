// SPDX-License-Identifier: Apache-2.0
#include "engine/stream/rank_rows.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"

namespace allways::engine {

namespace {

// Each part also costs the work for the ancestors of its rows in the elimination tree, so parts are few: each rank
// takes about half of its remaining rows, five times. A slow rank, or one with longer parts, delays the others by at
// most one of the last, smallest parts.
constexpr std::size_t smallest_parts_a_rank = 16;
constexpr std::int64_t none = -1;

// A message from a rank to rank 0. `finished`: `rows` rows of `part` are in the file. `on_disk`: all rows that the rank
// has finished so far are on disk. Rank 0 answers a request with the number of a part, or `none`.
struct Message {
    enum Kind : std::int64_t { request, finished, on_disk, goodbye };
    std::int64_t kind;
    std::int64_t part;
    std::int64_t rows;
    std::uint64_t checksum;  // of these rows
};

template <class T>
T receive(Cluster& cluster, int from) {
    T message;
    cluster.receive(from, &message, sizeof message);
    return message;
}

// Bounds of the parts of the rows from `first` on.
std::vector<std::size_t> parts_from(const TableStream& job, std::size_t first, const Cluster& cluster) {
    const auto ranks = static_cast<std::size_t>(cluster.size());
    const std::vector<std::size_t> smallest = job.parts(smallest_parts_a_rank * ranks);
    std::vector<std::size_t> bounds{first};
    std::size_t at = 0;
    for (std::size_t size = smallest_parts_a_rank / 2; at + 1 < smallest.size();
         size = std::max<std::size_t>(1, size / 2)) {
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            at += size;
            if (smallest[at] > bounds.back()) bounds.push_back(smallest[at]);
        }
    }
    return bounds;
}

// Assigns parts to ranks and records which rows are finished. Called from one thread at a time.
class WorkDispenser {
public:
    WorkDispenser(Cluster& cluster, std::vector<std::size_t> bounds, const RankProgress& progress)
        : cluster_(cluster),
          progress_(progress),
          bounds_(std::move(bounds)),
          finished_(parts(), 0),
          safe_(parts()),
          unsafe_(static_cast<std::size_t>(cluster.size())),
          others_(cluster.size() - 1) {}

    std::size_t parts() const { return bounds_.size() - 1; }
    std::int64_t next() { return next_ < parts() ? static_cast<std::int64_t>(next_++) : none; }
    // The first `rows` rows of a part of rank 0 are in the file.
    void finish_own(std::int64_t part, std::size_t rows, std::uint64_t checksum) {
        finish(static_cast<std::size_t>(part), rows);
        safe_[static_cast<std::size_t>(part)] = {rows, checksum};
        tell_safe();
    }
    // Answers the messages of other ranks.
    void serve() {
        for (int from = cluster_.sender(); from >= 0; from = cluster_.sender()) {
            const Message message = receive<Message>(cluster_, from);
            std::vector<Unsafe>& unsafe = unsafe_[static_cast<std::size_t>(from)];
            if (message.kind == Message::request) {
                const std::int64_t part = next();
                cluster_.send(from, &part, sizeof part);
            } else if (message.kind == Message::finished) {
                unsafe.push_back({static_cast<std::size_t>(message.part),
                                  {static_cast<std::size_t>(message.rows), message.checksum}});
                finish(unsafe.back().part, unsafe.back().done.rows);
            } else if (message.kind == Message::on_disk) {
                for (const Unsafe& rows : unsafe) safe_[rows.part] = rows.done;
                unsafe.clear();
                tell_safe();
            } else {
                --others_;
            }
        }
    }
    // Answers messages until all ranks have left.
    void serve_out() {
        while (others_ > 0) {
            serve();
            show();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
    std::size_t begin(std::int64_t part) const { return bounds_[static_cast<std::size_t>(part)]; }
    std::size_t end(std::int64_t part) const { return bounds_[static_cast<std::size_t>(part) + 1]; }

private:
    struct Done {
        std::size_t rows = 0;
        std::uint64_t checksum = 0;
    };
    struct Unsafe {
        std::size_t part;
        Done done;
    };
    std::size_t rows_of(std::size_t part) const { return bounds_[part + 1] - bounds_[part]; }
    void finish(std::size_t part, std::size_t rows) {
        done_ += rows - finished_[part];
        finished_[part] = rows;
        show();
    }
    void tell_safe() const {
        std::size_t upto = 0;
        std::uint64_t checksum = 0;
        for (; upto < parts() && safe_[upto].rows == rows_of(upto); ++upto) checksum += safe_[upto].checksum;
        const Done begun = upto < parts() ? safe_[upto] : Done{};
        progress_.finished(bounds_[upto] + begun.rows, checksum + begun.checksum);
    }
    void show() const { report(progress_.progress, "solve", done_, bounds_.back() - bounds_.front()); }

    Cluster& cluster_;
    const RankProgress& progress_;
    std::vector<std::size_t> bounds_;
    std::vector<std::size_t> finished_;  // rows of each part
    std::vector<Done> safe_;  // rows that a checkpoint may count: those of rank 0, and those of others that are on disk
    std::vector<std::vector<Unsafe>> unsafe_;  // finished rows of each rank that are not on disk
    std::size_t done_ = 0;                     // finished rows of all parts
    std::size_t next_ = 0;
    int others_;  // ranks other than 0 that have not left
};

}  // namespace

void require_shared_work(const TableStream& job) {
    const SolveReport& report = job.report();
    if (report.schedule != "sweep") return;
    if (!job.can_run_parts()) {
        throw InvalidArgument(
            format("several ranks cannot find next hops of {} costs by a sweep, which are checked in "
                   "whole columns; leave out next hops, or run one process",
                   name(report.cost_type)));
    }
    if (report.memory.device > 0) {
        throw InvalidArgument("several ranks sweep on their machines' processors only; leave out the device");
    }
}

void run_first_rank(TableStream& job, std::size_t first, const RankRows& rows, const RankProgress& progress) {
    if (!job.can_run_parts()) return job.run([&](const TableBand& band) { rows.write(band); });
    Cluster& cluster = *job.cluster();
    WorkDispenser dispenser(cluster, parts_from(job, first, cluster), progress);
    for (std::int64_t part = dispenser.next(); part != none; part = dispenser.next()) {
        std::size_t done = 0;
        std::uint64_t checksum = 0;
        job.run(dispenser.begin(part), dispenser.end(part), [&](const TableBand& band) {
            checksum += rows.write(band);
            done += band.rows.size();
            dispenser.finish_own(part, done, checksum);
            dispenser.serve();
        });
    }
    dispenser.serve_out();
}

// The next part is requested while the present one is computed.
void run_other_rank(TableStream& job, std::size_t first, const RankRows& rows, double checkpoint_seconds) {
    if (!job.can_run_parts()) return job.run([](const TableBand&) {});
    Cluster& cluster = *job.cluster();
    const std::vector<std::size_t> bounds = parts_from(job, first, cluster);
    Stopwatch since_disk;
    const auto say = [&](const Message& message) { cluster.send(0, &message, sizeof message); };
    say({Message::request, none, 0, 0});
    for (auto part = receive<std::int64_t>(cluster, 0); part != none; part = receive<std::int64_t>(cluster, 0)) {
        say({Message::request, none, 0, 0});
        const auto at = static_cast<std::size_t>(part);
        std::int64_t done = 0;
        std::uint64_t checksum = 0;
        job.run(bounds[at], bounds[at + 1], [&](const TableBand& band) {
            checksum += rows.write(band);
            done += static_cast<std::int64_t>(band.rows.size());
            say({Message::finished, part, done, checksum});
            if (since_disk.seconds() < checkpoint_seconds) return;
            rows.put_on_disk();
            say({Message::on_disk, none, 0, 0});
            since_disk = Stopwatch();
        });
    }
    say({Message::goodbye, none, 0, 0});
}

}  // namespace allways::engine

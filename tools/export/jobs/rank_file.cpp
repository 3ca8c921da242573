// SPDX-License-Identifier: Apache-2.0
#include "export/jobs/rank_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/cluster/cluster.h"
#include "base/temporary_path.h"
#include "export/files/file_lock.h"

namespace allways::tools {

namespace {

// The system lets only one process at a time write to a file anyway, but waiting writers occupy processors that the
// other ranks could use.
class WriteLock {
public:
    // All ranks call it, with a number that no other job on these machines has. Throws InputError if no file can be
    // created in the folder for temporary files.
    WriteLock(Cluster& cluster, std::uint64_t job);
    ~WriteLock();
    WriteLock(const WriteLock&) = delete;
    WriteLock& operator=(const WriteLock&) = delete;

    template <class Write>
    void write(const Write& work) const {
        if (lock_ == alone) return work();
        wait_for_lock(lock_, LockMode::exclusive, name_.c_str());
        const Unlock end{lock_};
        work();
    }

private:
    struct Unlock {
        int lock;
        ~Unlock() { unlock(lock); }
    };
    static constexpr int alone = -1;  // the rank is the only one on its machine

    std::string name_;
    int lock_ = alone;
};

WriteLock::WriteLock(Cluster& cluster, std::uint64_t job) : name_(temporary_path(format("allways-{:016x}.lock", job))) {
    if (cluster.ranks_on_machine() > 1) {
        lock_ = ::open(name_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (lock_ < 0) {
            throw InputError(name_, 0, format("cannot be created: {}", std::generic_category().message(errno)));
        }
    }
    cluster.barrier();  // now all ranks have opened the file, and its name is no longer needed
    if (lock_ != alone) ::unlink(name_.c_str());
}

WriteLock::~WriteLock() {
    if (lock_ != alone) ::close(lock_);
}

// What rank 0 sends first, followed by the name of the file and the facts.
struct Start {
    std::uint64_t first;  // row
    std::uint64_t file_bytes;
    std::uint64_t facts_bytes;
    std::uint64_t job;  // a number of its own
};

std::uint64_t new_job() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(now.count()) ^ static_cast<std::uint64_t>(::getpid()) << 40;
}

template <class T>
T receive(Cluster& cluster, int from) {
    T message;
    cluster.receive(from, &message, sizeof message);
    return message;
}

std::string receive_text(Cluster& cluster, int from, std::size_t bytes) {
    std::string text(bytes, '\0');
    cluster.receive(from, text.data(), bytes);
    return text;
}

// The facts in which all ranks must agree, so that they solve the same problem in the same way.
JobFacts facts_of_ranks(const TableStream& job, JobFacts facts) {
    const SolveReport& report = job.report();
    facts.emplace_back("schedule", report.schedule);
    facts.emplace_back("nodes", std::to_string(report.nodes));
    facts.emplace_back("arcs", std::to_string(report.arcs));
    facts.emplace_back("cost type", std::string(name(report.cost_type)));
    facts.emplace_back("bytes of a cell", std::to_string(report.cell_bytes));
    facts.emplace_back("tile", std::to_string(report.tile));
    return facts;
}

std::string text_of(const JobFacts& facts) {
    std::string text;
    for (const auto& [name, value] : facts) text += format("{} '{}'\n", name, value);
    return text;
}

// The first lines that differ, of rank 0 and of this one.
std::string difference(std::string_view first, std::string_view own) {
    const auto at = static_cast<std::size_t>(std::ranges::mismatch(first, own).in1 - first.begin());
    const auto line = [&](std::string_view text) {
        const std::size_t begin = at == 0 ? 0 : text.rfind('\n', at - 1) + 1;
        return std::string(text.substr(begin, text.find('\n', begin) - begin));
    };
    return format("{} there and {} here", line(first), line(own));
}

void put_on_disk(const std::string& file) {
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
    const bool synced = descriptor >= 0 && ::fdatasync(descriptor) == 0;
    const int why = errno;
    if (descriptor >= 0) ::close(descriptor);
    if (!synced) throw InputError(file, 0, format("cannot be written: {}", std::generic_category().message(why)));
}

}  // namespace

void write_first_rank(TableStream& job, std::size_t first, const std::string& file, const JobFacts& facts,
                      const engine::RankRows& rows, const engine::RankProgress& progress) {
    Cluster& cluster = *job.cluster();
    const std::string text = text_of(facts_of_ranks(job, facts));
    const Start start{first, file.size(), text.size(), new_job()};
    for (int other = 1; other < cluster.size(); ++other) {
        cluster.send(other, &start, sizeof start);
        cluster.send(other, file.data(), file.size());
        cluster.send(other, text.data(), text.size());
    }
    if (!job.can_run_parts()) return engine::run_first_rank(job, first, rows, progress);
    const WriteLock lock(cluster, start.job);
    engine::run_first_rank(job, first,
                           {.write =
                                [&](const TableBand& band) {
                                    std::uint64_t checksum = 0;
                                    lock.write([&] { checksum = rows.write(band); });
                                    return checksum;
                                }},
                           progress);
}

void write_other_rank(TableStream& job, const JobFacts& facts, double checkpoint_seconds,
                      const std::function<std::unique_ptr<LaidOutRows>(const std::string& file)>& open) {
    Cluster& cluster = *job.cluster();
    const auto start = receive<Start>(cluster, 0);
    const std::string file = receive_text(cluster, 0, start.file_bytes);
    const std::string first_facts = receive_text(cluster, 0, start.facts_bytes);
    if (const std::string own = text_of(facts_of_ranks(job, facts)); own != first_facts) {
        throw RankError(format("this rank would solve another problem than rank 0, or in another way: {}",
                               difference(first_facts, own)));
    }
    if (!job.can_run_parts()) return engine::run_other_rank(job, start.first, {}, checkpoint_seconds);
    const WriteLock lock(cluster, start.job);
    const std::unique_ptr<LaidOutRows> rows = open(file);
    engine::run_other_rank(job, start.first,
                           {.write =
                                [&](const TableBand& band) {
                                    std::uint64_t checksum = 0;
                                    lock.write([&] { checksum = rows->write(band); });
                                    return checksum;
                                },
                            .put_on_disk = [&] { put_on_disk(file); }},
                           checkpoint_seconds);
    rows->close();
}

}  // namespace allways::tools

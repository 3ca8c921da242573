// SPDX-License-Identifier: Apache-2.0
#include "allways/mpi/mpi_cluster.h"

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <thread>
#include <vector>

#include "allways/base/stopwatch.h"

namespace allways {
namespace {

// MPI's counts are ints, so large messages are sent in pieces.
constexpr std::size_t piece_bytes = std::size_t{1} << 30;
constexpr int tag = 1;

void check(int code) {
    if (code == MPI_SUCCESS) return;
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;
    MPI_Error_string(code, text, &length);
    throw RankError("MPI: " + std::string(text, static_cast<std::size_t>(length)));
}

// Calls begin(address, count of bytes, request) for each piece of the message.
template <class Begin>
std::vector<MPI_Request> begin_pieces(void* memory, std::size_t bytes, const Begin& begin) {
    std::vector<MPI_Request> requests;
    for (std::size_t at = 0; at < bytes; at += piece_bytes) {
        const int count = static_cast<int>(std::min(piece_bytes, bytes - at));
        check(begin(static_cast<char*>(memory) + at, count, &requests.emplace_back()));
    }
    return requests;
}

// MPI moves data only while it is called, some tens of kilobytes at a time. So it is called without a pause for as long
// as a slow link takes for these bytes. A longer wait is for another rank's work, so pauses between the calls leave the
// processor to others.
void wait_for(std::vector<MPI_Request>& requests, std::size_t bytes = 0) {
    constexpr double slow_bytes_per_second = 1e9;
    const double eager_seconds = 1e-3 + static_cast<double>(bytes) / slow_bytes_per_second;
    const Stopwatch watch;
    for (;;) {
        int done = 0;
        check(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE));
        if (done) return;
        if (watch.seconds() < eager_seconds) {
            std::this_thread::yield();
        } else {
            std::this_thread::sleep_for(std::chrono::microseconds(20));
        }
    }
}

class Requests final : public Pending {
public:
    Requests(std::vector<MPI_Request> requests, std::size_t bytes) : requests_(std::move(requests)), bytes_(bytes) {}
    void wait() override { wait_for(requests_, bytes_); }

private:
    std::vector<MPI_Request> requests_;
    std::size_t bytes_;
};

class MpiGroup final : public RankGroup {
public:
    explicit MpiGroup(MPI_Comm ranks) : ranks_(ranks) {
        check(MPI_Comm_rank(ranks_, &rank_));
        check(MPI_Comm_size(ranks_, &size_));
    }
    ~MpiGroup() override { MPI_Comm_free(&ranks_); }
    MpiGroup(const MpiGroup&) = delete;
    MpiGroup& operator=(const MpiGroup&) = delete;
    int rank() const override { return rank_; }
    int size() const override { return size_; }
    std::unique_ptr<Pending> begin_broadcast(int root, void* memory, std::size_t bytes) override {
        auto requests = begin_pieces(memory, bytes, [&](void* at, int count, MPI_Request* request) {
            return MPI_Ibcast(at, count, MPI_BYTE, root, ranks_, request);
        });
        return std::make_unique<Requests>(std::move(requests), bytes);
    }

private:
    MPI_Comm ranks_;
    int rank_ = 0;
    int size_ = 1;
};

class MpiCluster final : public Cluster {
public:
    MpiCluster() {
        int granted = 0;
        check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &granted));
        if (granted < MPI_THREAD_SERIALIZED) throw RankError("this MPI cannot be called from several threads");
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        check(MPI_Comm_rank(MPI_COMM_WORLD, &rank_));
        check(MPI_Comm_size(MPI_COMM_WORLD, &size_));
        MPI_Comm machine;
        check(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &machine));
        check(MPI_Comm_rank(machine, &rank_on_machine_));
        check(MPI_Comm_size(machine, &ranks_on_machine_));
        MPI_Comm_free(&machine);
    }
    ~MpiCluster() override { MPI_Finalize(); }

    int rank() const override { return rank_; }
    int size() const override { return size_; }
    int rank_on_machine() const override { return rank_on_machine_; }
    int ranks_on_machine() const override { return ranks_on_machine_; }

    std::unique_ptr<RankGroup> group(int colour) override {
        MPI_Comm ranks;
        check(MPI_Comm_split(MPI_COMM_WORLD, colour, rank_, &ranks));
        return std::make_unique<MpiGroup>(ranks);
    }
    void send(int to, const void* memory, std::size_t bytes) override {
        auto requests = begin_pieces(const_cast<void*>(memory), bytes, [&](void* at, int count, MPI_Request* request) {
            return MPI_Isend(at, count, MPI_BYTE, to, tag, MPI_COMM_WORLD, request);
        });
        wait_for(requests, bytes);
    }
    void receive(int from, void* memory, std::size_t bytes) override {
        auto requests = begin_pieces(memory, bytes, [&](void* at, int count, MPI_Request* request) {
            return MPI_Irecv(at, count, MPI_BYTE, from, tag, MPI_COMM_WORLD, request);
        });
        wait_for(requests, bytes);
    }
    void barrier() override {
        std::vector<MPI_Request> requests(1);
        check(MPI_Ibarrier(MPI_COMM_WORLD, requests.data()));
        wait_for(requests);
    }

private:
    int rank_ = 0;
    int size_ = 1;
    int rank_on_machine_ = 0;
    int ranks_on_machine_ = 1;
};

}  // namespace

std::unique_ptr<Cluster> start_mpi() {
    return std::make_unique<MpiCluster>();
}

void abort_mpi(int code) {
    MPI_Abort(MPI_COMM_WORLD, code);
    std::abort();
}

}  // namespace allways

// SPDX-License-Identifier: Apache-2.0
#include "support/thread_cluster.h"

#include <algorithm>
#include <deque>
#include <exception>
#include <map>
#include <thread>
#include <vector>

#include "base/threads/monitor.h"

namespace allways {
namespace {

// A channel carries messages in order: broadcasts of a group, numbered inside it, or messages from rank to rank.
struct Channel {
    int from;
    int to;
    int group;  // number of the split that made the group; 0: messages
    int colour;
    auto operator<=>(const Channel&) const = default;
};
using Message = std::shared_ptr<const std::vector<char>>;

// The state that all ranks share.
class Mail {
public:
    explicit Mail(int ranks) : ranks_(ranks) {}
    int ranks() const { return ranks_; }

    void post(const Channel& channel, Message message) {
        monitor_.check();
        monitor_.change([&] { boxes_[channel].push_back(std::move(message)); });
    }
    Message fetch(const Channel& channel) {
        Message message;
        monitor_.wait([&] { return !boxes_[channel].empty(); },
                      [&] {
                          std::deque<Message>& box = boxes_[channel];
                          message = std::move(box.front());
                          box.pop_front();
                      });
        return message;
    }
    void barrier() {
        const auto all = static_cast<std::size_t>(ranks_);
        const std::size_t round = monitor_.change([&] { return arrived_++ / all; });
        monitor_.wait([&] { return arrived_ >= (round + 1) * all; });
    }
    // The others learn that a rank failed; the run ends with that rank's own failure.
    void fail() {
        if (monitor_.fail(std::make_exception_ptr(RankError("another rank failed"))))
            failure_ = std::current_exception();
    }
    void rethrow() const {
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    int ranks_;
    Monitor monitor_;
    std::map<Channel, std::deque<Message>> boxes_;
    std::size_t arrived_ = 0;
    std::exception_ptr failure_;
};

Message copy_of(const void* memory, std::size_t bytes) {
    const auto* first = static_cast<const char*>(memory);
    return std::make_shared<const std::vector<char>>(first, first + bytes);
}

class Sent final : public Pending {
public:
    void wait() override {}
};

class Arrival final : public Pending {
public:
    Arrival(Mail& mail, const Channel& channel, void* memory) : mail_(mail), channel_(channel), memory_(memory) {}
    void wait() override {
        const Message message = mail_.fetch(channel_);
        std::copy(message->begin(), message->end(), static_cast<char*>(memory_));
    }

private:
    Mail& mail_;
    Channel channel_;
    void* memory_;
};

class ThreadGroup final : public RankGroup {
public:
    ThreadGroup(Mail& mail, int number, int colour, std::vector<int> ranks, int rank)
        : mail_(mail), number_(number), colour_(colour), ranks_(std::move(ranks)), rank_(rank) {}
    int rank() const override { return rank_; }
    int size() const override { return static_cast<int>(ranks_.size()); }
    std::unique_ptr<Pending> begin_broadcast(int root, void* memory, std::size_t bytes) override {
        const auto at = [&](int to) -> Channel { return {root, to, number_, colour_}; };
        if (rank_ != root) return std::make_unique<Arrival>(mail_, at(rank_), memory);
        const Message message = copy_of(memory, bytes);
        for (int to = 0; to < size(); ++to) {
            if (to != root) mail_.post(at(to), message);
        }
        return std::make_unique<Sent>();
    }

private:
    Mail& mail_;
    int number_;
    int colour_;
    std::vector<int> ranks_;
    int rank_;
};

class ThreadRank final : public Cluster {
public:
    ThreadRank(Mail& mail, int rank) : mail_(mail), rank_(rank) {}
    int rank() const override { return rank_; }
    int size() const override { return mail_.ranks(); }
    int rank_on_machine() const override { return rank_; }
    int ranks_on_machine() const override { return mail_.ranks(); }

    std::unique_ptr<RankGroup> group(int colour) override {
        std::vector<int> ranks;
        int own = 0;
        for (int to = 0; to < size(); ++to) send(to, &colour, sizeof colour);
        for (int from = 0; from < size(); ++from) {
            int other = 0;
            receive(from, &other, sizeof other);
            if (other != colour) continue;
            if (from == rank_) own = static_cast<int>(ranks.size());
            ranks.push_back(from);
        }
        return std::make_unique<ThreadGroup>(mail_, ++groups_, colour, std::move(ranks), own);
    }
    void send(int to, const void* memory, std::size_t bytes) override {
        mail_.post({rank_, to, 0, 0}, copy_of(memory, bytes));
    }
    void receive(int from, void* memory, std::size_t bytes) override {
        const Message message = mail_.fetch({from, rank_, 0, 0});
        if (message->size() != bytes) throw RankError("the ranks expect different messages");
        std::copy(message->begin(), message->end(), static_cast<char*>(memory));
    }
    void barrier() override { mail_.barrier(); }

private:
    Mail& mail_;
    int rank_;
    int groups_ = 0;
};

}  // namespace

void run_ranks(int ranks, const std::function<void(Cluster&)>& work) {
    Mail mail(ranks);
    std::vector<std::thread> threads;
    for (int rank = 0; rank < ranks; ++rank) {
        threads.emplace_back([&, rank] {
            try {
                ThreadRank cluster(mail, rank);
                work(cluster);
            } catch (...) {
                mail.fail();
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    mail.rethrow();
}

}  // namespace allways

// SPDX-License-Identifier: Apache-2.0
// Threads that wait for each other, with each way in which their work can end.
#include "base/threads/monitor.h"

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace allways {
namespace {

using std::chrono::milliseconds;

TEST(Monitor, WaitsForWhatAnotherThreadChanges) {
    Monitor monitor;
    int value = 0;
    std::thread other([&] {
        std::this_thread::sleep_for(milliseconds(5));
        monitor.change([&] { value = 7; });
    });
    int found = 0;
    EXPECT_TRUE(monitor.wait([&] { return value != 0; }, [&] { found = value++; }));
    other.join();
    EXPECT_EQ(found, 7);
    EXPECT_EQ(monitor.read([&] { return value; }), 8);
    EXPECT_FALSE(monitor.has_ended());
}

TEST(Monitor, ChangesOneAtATime) {
    Monitor monitor;
    int sum = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] {
            for (int k = 0; k < 1000; ++k) monitor.change([&] { sum = sum + 1; });
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(sum, 8000);
}

TEST(Monitor, StopEndsEveryWait) {
    Monitor monitor;
    std::atomic<int> ended = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] { ended += !monitor.wait([] { return false; }); });
    }
    monitor.stop();
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(ended, 4);
    EXPECT_TRUE(monitor.has_ended());
    EXPECT_NO_THROW(monitor.check());
}

TEST(Monitor, EveryWaitThrowsTheFirstFailure) {
    Monitor monitor;
    std::atomic<int> caught = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            try {
                monitor.wait([] { return false; });
            } catch (const std::out_of_range&) {
                ++caught;
            }
        });
    }
    EXPECT_TRUE(monitor.fail(std::make_exception_ptr(std::out_of_range("first"))));
    EXPECT_FALSE(monitor.fail(std::make_exception_ptr(std::runtime_error("second"))));
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(caught, 4);
    monitor.stop();
    EXPECT_THROW(monitor.check(), std::out_of_range);
    EXPECT_THROW(monitor.wait([] { return true; }), std::out_of_range);
}

TEST(Monitor, DoesSomethingElseWhileItWaits) {
    Monitor monitor;
    bool ready = false;
    int ticks = 0;
    Ticker ticker(milliseconds(1));
    monitor.wait_through([&] { return ready; }, ticker,
                         [&] {
                             if (++ticks == 3) monitor.change([&] { ready = true; });
                         });
    EXPECT_EQ(ticks, 3);
    ready = false;
    EXPECT_THROW(monitor.wait_through([&] { return ready; }, ticker, [] { throw std::runtime_error("told"); }),
                 std::runtime_error);
}

TEST(InOrder, PassesNumbersInOrder) {
    InOrder in_order;
    std::vector<std::size_t> passed;
    std::vector<std::thread> threads;
    for (std::size_t number = 50; number-- > 0;) {
        threads.emplace_back([&, number] { in_order.pass(number, [&] { passed.push_back(number); }); });
    }
    for (std::thread& thread : threads) thread.join();
    ASSERT_EQ(passed.size(), 50u);
    for (std::size_t i = 0; i < passed.size(); ++i) EXPECT_EQ(passed[i], i);
}

TEST(InOrder, NothingPassesAfterAFailure) {
    InOrder in_order;
    std::atomic<int> passed = 0;
    std::atomic<int> refused = 0;
    std::vector<std::thread> threads;
    for (std::size_t number = 20; number-- > 0;) {
        threads.emplace_back([&, number] {
            try {
                if (!in_order.pass(number, [&] {
                        if (number == 9) throw std::runtime_error("nine");
                        ++passed;
                    })) {
                    ++refused;
                }
            } catch (const std::runtime_error&) {
                refused += 100;
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(passed, 9);
    EXPECT_EQ(refused, 110);
    EXPECT_TRUE(in_order.is_abandoned());
}

}  // namespace
}  // namespace allways

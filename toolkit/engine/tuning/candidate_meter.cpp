// SPDX-License-Identifier: Apache-2.0
#include "engine/tuning/candidate_meter.h"

#include <algorithm>
#include <cmath>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/host_memory.h"
#include "engine/dense/opencl/opencl_executor.h"
#include "engine/tuning/bench_run.h"

namespace allways::engine {
namespace {

constexpr double short_solve = 0.02;   // seconds: thousands of times what a launch takes, and long for a timer
constexpr unsigned longest_round = 4;  // 0.32 s: longer rounds give no further information
constexpr unsigned runs = 3;
constexpr double solves_a_measurement = runs + 1;  // one warms up
constexpr std::size_t first_nodes = 1024;
constexpr double first_guess = 1e9;  // pairs per second if nothing is known

std::uint64_t memory_of(const device::OpenClDevice& device) {
    return device.shares_host_memory ? available_host_bytes() : device.info.memory_bytes;
}

}  // namespace

CandidateMeter::CandidateMeter(device::OpenClDevice device, const TuneOptions& options)
    : device_(std::move(device)), options_(options) {}

double CandidateMeter::seconds_gone() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

unsigned CandidateMeter::longest_round_within(double seconds) {
    unsigned round = 1;
    while (round < longest_round && solves_a_measurement * short_solve * (2u << round) <= seconds) ++round;
    return round;
}

// Returns true if the running solve should go on; false cancels it.
bool CandidateMeter::go_on() {
    const double gone = std::min(seconds_gone(), options_.seconds);
    if (options_.progress && !options_.progress({.stage = "tune",
                                                 .done = static_cast<std::uint64_t>(gone * 1000),
                                                 .total = static_cast<std::uint64_t>(options_.seconds * 1000),
                                                 .is_time = true})) {
        cancelled_ = true;
    }
    return !cancelled_ && seconds_left() > 0;
}

void CandidateMeter::calibrate(const CellFormat& cell, const device::TuningValues& values) {
    expected_rate_ = first_guess;
    const auto tile = static_cast<std::size_t>(values.at("tile"));
    // Small problems leave a large device idle: the rate rises with n.
    std::size_t n = (first_nodes + tile - 1) / tile * tile;
    for (int step = 0; step < 4; ++step) {
        const auto result = attempt(cell, values, n, false);
        if (!result || result->pairs_per_second <= 0) return;
        expected_rate_ = result->pairs_per_second;
        const std::size_t next = nodes_for(cell, tile, 0);
        if (result->seconds > short_solve / 2 || next <= n) return;
        n = next;
    }
}

// The number of nodes is a multiple of the tile, so that padding does not penalise large tiles; the matrix takes at
// most a quarter of the memory.
std::size_t CandidateMeter::nodes_for(const CellFormat& cell, std::size_t tile, unsigned round) const {
    const double seconds = short_solve * (1u << std::min(round, longest_round));
    const double bytes =
        static_cast<double>(cell_bytes(cell) + (cell.hops == HopMode::array ? sizeof(std::uint32_t) : 0));
    const double most = std::sqrt(static_cast<double>(memory_of(device_)) / 4 / bytes);
    const double n = std::min(std::cbrt(expected_rate_ * seconds), most);
    return std::max(std::size_t{2}, static_cast<std::size_t>(std::lround(n / static_cast<double>(tile)))) * tile;
}

std::optional<BenchResult> CandidateMeter::attempt(const CellFormat& cell, const device::TuningValues& values,
                                                   std::size_t n, bool check) {
    const auto left_out = [&](LogLevel level, const Error& error) {
        log(options_.log, level, format("skipping {}: {}", device::values_text(values), error.what()));
        return std::nullopt;
    };
    try {
        const auto executor = make_opencl_executor({device_}, {.cache_directory = options_.cache_directory,
                                                               .log = options_.log,
                                                               .overlap_transfers = false,  // measures the work alone
                                                               .tuning = format(":{}", device::values_text(values)),
                                                               .tuning_directory = options_.tuning_directory});
        BenchOptions bench;
        bench.type = cell.type;
        bench.hops = cell.hops == HopMode::array ? BenchHops::array : BenchHops::none;
        bench.bits16 = cell.width == CellWidth::bits16;
        bench.large = cell.type == CostType::int32 && cell.hops == HopMode::array && cell.width == CellWidth::full;
        bench.progress = [this](const Progress&) { return go_on(); };
        if (check) {  // one node more than two tiles, to include padding and its neighbours
            bench.n = 2 * static_cast<std::size_t>(values.at("tile")) + 1;
            bench.runs = 1;
            run_bench_on(*executor, bench);
        }
        bench.check = false;
        bench.n = n;
        bench.runs = runs;
        return run_bench_on(*executor, bench);
    } catch (const Cancelled&) {
        if (cancelled_) throw;
        return std::nullopt;  // the time is over
    } catch (const DeviceError& error) {
        return left_out(LogLevel::info, error);  // some limits are known only to the driver
    } catch (const Error& error) {
        return left_out(LogLevel::warning, error);
    }
}

std::optional<BenchResult> CandidateMeter::measure(const CellFormat& cell, const device::TuningValues& values,
                                                   unsigned round) {
    if (!go_on()) {
        if (cancelled_) throw Cancelled();
        return std::nullopt;
    }
    auto result =
        attempt(cell, values, nodes_for(cell, static_cast<std::size_t>(values.at("tile")), round), round == 0);
    if (result && result->pairs_per_second <= 0) return std::nullopt;
    return result;
}

}  // namespace allways::engine

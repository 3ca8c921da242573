// SPDX-License-Identifier: Apache-2.0
#include "papers/run_experiment.h"

#include <algorithm>
#include <array>
#include <ctime>
#include <new>

#include "allways/base/api.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "base/host_memory.h"
#include "papers/answer_check.h"
#include "papers/entry.h"
#include "papers/paper_device.h"

namespace allways::papers {
namespace {

// Bytes per cell for the tables that are in host memory at the same time: the graph, an answer, the answer to compare
// it with, and the tables of a method or of Allways itself.
constexpr std::uint64_t host_bytes_a_cell = 7 * sizeof(std::int32_t);

std::string utc_now() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text.data();
}

std::string listed(const std::vector<std::size_t>& sizes) {
    std::string text;
    for (const std::size_t n : sizes) text += format("{}{}", text.empty() ? "" : ", ", n);
    return text;
}

std::string seconds_text(double seconds) {
    return seconds < 100 ? format("{:.3g} s", seconds) : format("{:.0f} s", seconds);
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

class Runner {
public:
    Runner(const Experiment& experiment, const RunOptions& options)
        : experiment_(experiment), options_(options), device_(options.device, options.cache_directory, options.log) {
        if (!(options.limit_seconds > 0)) throw InvalidArgument("the time limit of a cell must be above 0 seconds");
        for (const Method& method : experiment.methods) entries_.push_back(method_entry(method));
        entries_.push_back(product_entry(device_.info().id, options.cache_directory, options.log));
        choose_sizes();
    }

    ExperimentResult run() {
        for (at_ = 0; at_ < sizes_.size(); ++at_) run_size(sizes_[at_]);
        tell_progress(total_.seconds(), 0);
        return result();
    }

private:
    void choose_sizes() {
        const auto& all = experiment_.sizes;
        for (const std::size_t n : options_.sizes) {
            if (std::find(all.begin(), all.end(), n) == all.end()) {
                throw InvalidArgument(
                    format("the experiment {} has no size {}; its sizes are {}", experiment_.name, n, listed(all)));
            }
        }
        for (std::size_t i = 0; i < all.size(); ++i) {
            const auto& asked = options_.sizes;
            if (!asked.empty() && std::find(asked.begin(), asked.end(), all[i]) == asked.end()) continue;
            sizes_.push_back(all[i]);
            positions_.push_back(i);
        }
        for (const Fact& fact : experiment_.facts) facts_.push_back({fact.name, fact.what, {}});
    }

    void run_size(std::size_t n) {
        check_.start(experiment_.name, n);
        Graph graph;  // made when first needed
        for (Entry& entry : entries_) {
            for (Column& column : entry.columns) column.cells.emplace_back();
            if (entry.is_for(n)) run_cell(entry, n, graph);
        }
        for (std::size_t i = 0; i < facts_.size(); ++i) {
            const Fact& fact = experiment_.facts[i];
            facts_[i].values.push_back(check_.has_answer() ? std::optional(fact.value(check_.answer())) : std::nullopt);
        }
    }

    void run_cell(Entry& entry, std::size_t n, Graph& graph) {
        try {
            if (entry.too_long.empty()) lead_up_to(entry, n);
            require_within_limits(entry, n);
            if (graph.n != n) graph = experiment_.make_graph(n, options_.seed);
            measure(entry, graph);
        } catch (const NotRun& reason) {
            note(entry, reason.what());
        } catch (const std::bad_alloc&) {
            note(entry, "the host's memory does not suffice");
        } catch (const cl::Error& error) {
            if (error.err() != CL_MEM_OBJECT_ALLOCATION_FAILURE) throw device::device_error(error, device_.info().name);
            note(entry, "the device's memory does not suffice");
        }
    }

    // Throws NotRun if the size does not fit in host memory or is predicted to exceed the limit.
    void require_within_limits(Entry& entry, std::size_t n) const {
        const std::uint64_t needed = host_bytes_a_cell * n * n;
        const std::uint64_t available = available_host_bytes();
        if (needed > available) {
            throw NotRun(format("takes {} bytes of host memory, {} are available", needed, available));
        }
        if (!entry.too_long.empty()) throw NotRun(entry.too_long);
        const auto seconds = entry.predicted(n);
        if (!seconds || *seconds <= options_.limit_seconds) return;
        entry.too_long = format("predicted {} at n = {}, from {} at n = {}", seconds_text(*seconds), n,
                                seconds_text(*entry.last_seconds), entry.last_size);
        throw NotRun(entry.too_long);
    }

    // A kernel cannot be stopped, so no entry jumps to a large size. And the overhead of a small size, scaled by n³,
    // may predict far too long a time: then the size is doubled repeatedly up to n. These runs (two each: the first
    // compiles) are not shown.
    void lead_up_to(Entry& entry, std::size_t n) {
        if (!entry.last_seconds && experiment_.sizes.front() < n) try_size(entry, experiment_.sizes.front());
        while (entry.last_seconds && *entry.predicted(n) > options_.limit_seconds && 2 * entry.last_size < n) {
            if (!try_size(entry, 2 * entry.last_size)) return;
        }
    }

    // Returns false if the method does not support that size; throws NotRun if it takes too long.
    bool try_size(Entry& entry, std::size_t n) {
        require_within_limits(entry, n);
        const Graph graph = experiment_.make_graph(n, options_.seed);
        try {
            for (unsigned run = 0; run < 2; ++run) run_once(entry, graph, 2 - run);
            return true;
        } catch (const NotRun&) {
            if (!entry.too_long.empty()) throw;
            return false;
        }
    }

    void measure(Entry& entry, const Graph& graph) {
        const auto checked_run = [&](unsigned runs_left) {
            const std::vector<double> seconds = run_once(entry, graph, runs_left);
            check_.check(entry.name(), answer_);
            return seconds;
        };
        const std::vector<double> first = checked_run(1);
        const double limit = options_.limit_seconds;
        const double whole = *entry.last_seconds;
        if (whole > limit) {
            entry.too_long = format("took {} at n = {}", seconds_text(whole), graph.n);
            throw NotRun(entry.too_long);
        }
        const unsigned runs = std::min(options_.runs, static_cast<unsigned>(std::min((limit - whole) / whole, 1e9)));
        std::vector<std::vector<double>> measured(entry.columns.size());
        const auto keep = [&](const std::vector<double>& seconds) {
            for (std::size_t i = 0; i < seconds.size(); ++i) measured[i].push_back(seconds[i]);
        };
        for (unsigned run = 0; run < runs; ++run) keep(checked_run(runs - run));
        if (runs == 0) keep(first);
        for (std::size_t i = 0; i < measured.size(); ++i) {
            const auto count = static_cast<unsigned>(measured[i].size());
            entry.columns[i].cells.back() = {median(std::move(measured[i])), count, runs > 0, {}};
        }
    }

    // Returns the timed seconds, one per column. Keeps the shortest total time, on which predictions are based.
    std::vector<double> run_once(Entry& entry, const Graph& graph, unsigned runs_left) {
        const double others = expected_of_later_cells(entry);
        const double own = entry.predicted(graph.n).value_or(0) * runs_left;
        const double begin = total_.seconds();
        const double built = device_.build_seconds();
        const Stopwatch clock;
        const auto without_builds = [&] { return clock.seconds() - (device_.build_seconds() - built); };
        const std::function<void()> tick = [&] {
            const double spent = without_builds();
            tell_progress(begin + clock.seconds(), std::max(0.001, own - spent) + others);
            if (spent > options_.limit_seconds) {
                entry.too_long = format("stopped after {} at n = {}", seconds_text(spent), graph.n);
                throw NotRun(entry.too_long);
            }
        };
        tick();
        const std::vector<double> seconds = entry.run({graph, answer_, device_, tick});
        entry.saw(graph.n, without_builds());
        return seconds;
    }

    void note(Entry& entry, const std::string& reason) {
        for (Column& column : entry.columns) {
            column.cells.back() = {};
            column.cells.back().note = reason;
        }
    }

    // Expected seconds of the cells after this one, as far as they are known.
    double expected_of_later_cells(const Entry& current) const {
        double seconds = 0;
        for (std::size_t i = at_; i < sizes_.size(); ++i) {
            for (const Entry& entry : entries_) {
                if ((i == at_ && &entry <= &current) || !entry.is_for(sizes_[i])) continue;
                const double one = entry.predicted(sizes_[i]).value_or(0);
                if (one > options_.limit_seconds || !entry.too_long.empty()) continue;
                seconds += std::max(one, std::min((options_.runs + 1) * one, options_.limit_seconds));
            }
        }
        return seconds;
    }

    void tell_progress(double spent, double left) const {
        const auto done = static_cast<std::uint64_t>(spent * 1000);
        const auto total = done + static_cast<std::uint64_t>(left * 1000);
        const Progress progress{experiment_.name, done, total, true};
        if (options_.progress && !options_.progress(progress)) throw Cancelled();
    }

    ExperimentResult result() const {
        ExperimentResult result;
        result.name = experiment_.name;
        result.title = experiment_.title;
        result.source = experiment_.source;
        result.graph = experiment_.graph;
        result.sizes = sizes_;
        for (const Entry& entry : entries_) {
            result.columns.insert(result.columns.end(), entry.columns.begin(), entry.columns.end());
        }
        result.facts = facts_;
        result.speed_ups = experiment_.speed_ups;
        for (Published column : experiment_.published) {
            std::vector<std::optional<double>> values;
            for (const std::size_t position : positions_) values.push_back(column.values.at(position));
            column.values = std::move(values);
            result.published.push_back(std::move(column));
        }
        result.remarks = experiment_.remarks;
        result.device = device_.info().name;
        result.driver = device_.info().driver;
        result.version = std::string(version());
        result.date = utc_now();
        result.seed = options_.seed;
        result.limit_seconds = options_.limit_seconds;
        result.runs = options_.runs;
        return result;
    }

    const Experiment& experiment_;
    const RunOptions& options_;
    PaperDevice device_;
    std::vector<Entry> entries_;
    std::vector<std::size_t> sizes_;
    std::vector<std::size_t> positions_;  // indexes of sizes_ among the experiment's sizes
    std::vector<FactColumn> facts_;
    std::size_t at_ = 0;  // the current size
    std::vector<std::int32_t> answer_;
    AnswerCheck check_;
    Stopwatch total_;
};

}  // namespace

ExperimentResult run_experiment(const Experiment& experiment, const RunOptions& options) {
    return Runner(experiment, options).run();
}

}  // namespace allways::papers

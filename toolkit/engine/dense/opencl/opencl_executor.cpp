// SPDX-License-Identifier: Apache-2.0
// Runs a schedule on OpenCL devices: one launch per step and band on each, for the rows that it has.
#include "engine/dense/opencl/opencl_executor.h"

#include <algorithm>

#include "allways/base/format.h"
#include "base/threads/progress_meter.h"
#include "base/threads/together.h"
#include "engine/dense/opencl/device_worker.h"

namespace allways::engine {

namespace {

using device::OpenClDevice;

// The fastest device's speed over that of the slowest that still helps it (measured: a processor of 16 cores at a 40th
// of a GPU's speed makes the solve two to three times slower).
constexpr double slowest_part = 8;

// Several devices wait for each other once a round, so they take longer rounds than one.
constexpr std::uint32_t rounds_together = 2;

// All follow the tuning of the first GPU.
std::size_t place_of_lead(const std::vector<OpenClDevice>& devices) {
    const auto gpu =
        std::ranges::find(devices, DeviceInfo::Kind::gpu, [](const OpenClDevice& device) { return device.info.kind; });
    return gpu != devices.end() ? static_cast<std::size_t>(gpu - devices.begin()) : 0;
}

class OpenClExecutor final : public Executor {
public:
    OpenClExecutor(std::vector<OpenClDevice> devices, const device::OpenClOptions& options) : log_(options.log) {
        lead_ = place_of_lead(devices);
        device::checked(devices[lead_].info.name, [&] { device::open_together(devices); });
        for (OpenClDevice& device : devices) {
            const std::string name = device.info.name;
            const bool follows = workers_.size() != lead_;
            device::checked(
                name, [&] { workers_.push_back(std::make_unique<DeviceWorker>(std::move(device), options, follows)); });
        }
        leave_out_slow();
    }

    std::string description() const override {
        std::vector<std::string> names;
        for (const auto& worker : workers_) names.push_back(name_of(*worker));
        return device::names_text(names);
    }
    bool supports(CostType type) const override {
        return std::ranges::all_of(workers_, [&](const auto& worker) { return worker->supports(type); });
    }

    std::size_t preferred_tile(const CellFormat& cell) const override {
        return static_cast<std::size_t>(lead().tuning(cell).value("tile"));
    }
    std::uint32_t preferred_streamed_pivots(const CellFormat& cell) const override {
        return static_cast<std::uint32_t>(lead().tuning(cell).value_or("ends", 0));  // the tuning table's key
    }
    std::uint32_t preferred_group(const CellFormat& cell) const override {
        const auto tuned = static_cast<std::uint32_t>(lead().tuning(cell).value("group"));
        return workers_.size() > 1 ? rounds_together * tuned : tuned;
    }

    MemoryNeed memory_for(const Schedule& schedule, const TileLayout& layout, const CellFormat& cell) const override {
        if (workers_.size() == 1) return lead().memory_for(schedule, layout, cell);
        const std::uint64_t bytes = tile_bytes(schedule, layout, cell);
        const bool on_host =
            std::ranges::any_of(workers_, [](const auto& worker) { return worker->device().shares_host_memory; });
        return {.device = bytes, .host = on_host ? bytes : 0, .device_available = available_bytes()};
    }
    std::uint32_t band_of_rows(const TileLayout& layout, const CellFormat& cell) const override {
        return workers_.size() == 1 ? lead().band_of_rows(layout, cell) : 0;
    }
    bool shares_rows() const override { return workers_.size() > 1; }

    std::unique_ptr<TileRegion> make_tile_region(const TileLayout& layout, std::uint32_t rows,
                                                 const CellFormat& cell) override {
        if (workers_.size() > 1) {
            throw InvalidArgument(format("a rank runs on one device, but these are {}", description()));
        }
        return lead().make_tile_region(layout, rows, cell);
    }

    ExecutionTimes execute(const Schedule& whole, const TileLayout& layout, const CellFormat& cell,
                           const RowStream& stream, const ProgressCallback& progress) override {
        check_format(cell);
        if (!supports(cell.type)) {
            throw InvalidArgument(format("{} does not support float64; use float32 or int32", description()));
        }
        if (layout.tiles() == 0) return {};
        if (workers_.size() > 1 && !whole.steps.empty() && rows_in_sharing(whole) == 0) {
            throw InvalidArgument(
                format("the schedule {} runs on one device; choose blocked, or one device", whole.name));
        }
        const Schedule schedule = in_pieces(whole, layout, most_pairs_of_a_step());
        ProgressMeter meter(progress, pair_count(schedule, layout));
        const auto tiles = static_cast<std::uint32_t>(layout.tiles());
        const ExecutionTimes times = workers_.size() == 1
                                         ? lead().run(schedule, layout, cell, TileShare::all(tiles), nullptr, stream,
                                                      [&](std::uint64_t pairs) { meter.add(pairs); })
                                         : run_together(schedule, layout, cell, stream, meter);
        meter.finish();
        return times;
    }

private:
    std::uint64_t available_bytes() const {
        std::uint64_t bytes = 0;
        for (const auto& worker : workers_) bytes += worker->device().info.memory_bytes;
        return bytes;
    }
    std::uint64_t most_pairs_of_a_step() const {
        std::uint64_t most = lead().most_pairs_of_a_step();
        for (const auto& worker : workers_) most = std::min(most, worker->most_pairs_of_a_step());
        return most;
    }

    // Each worker on a thread of its own; this one reports.
    ExecutionTimes run_together(const Schedule& schedule, const TileLayout& layout, const CellFormat& cell,
                                const RowStream& stream, ProgressMeter& meter) {
        const std::uint64_t row_bytes = layout.row_cells() * cell_bytes(cell);
        const std::uint32_t group = rows_in_sharing(schedule);  // 0: no steps
        const std::vector<TileShare> shares = shares_of(layout, cell, std::max(group, 1u));
        std::vector<std::size_t> of_active;
        for (std::size_t i = 0; i < workers_.size(); ++i) {
            if (shares[i].size() > 0) of_active.push_back(i);
        }
        const bool exchanges = of_active.size() > 1 && group > 0;
        RowExchange exchange(exchanges ? of_active.size() : 1, lead().context(), lead().upload_queue(),
                             group * row_bytes);
        std::vector<ExecutionTimes> times(of_active.size());
        Together together;
        const auto work = [&](std::size_t i) {
            times[i] = workers_[of_active[i]]->run(schedule, layout, cell, shares[of_active[i]],
                                                   exchanges ? &exchange : nullptr, stream,
                                                   [&](std::uint64_t pairs) { together.add(pairs); });
        };
        together.run(of_active.size(), meter, work, [&](std::exception_ptr failure) { exchange.fail(failure); });
        ExecutionTimes longest;
        for (const ExecutionTimes& of_one : times) {
            longest.upload = std::max(longest.upload, of_one.upload);
            longest.solve = std::max(longest.solve, of_one.solve);
            longest.download = std::max(longest.download, of_one.download);
        }
        return longest;
    }

    // Rows in proportion to the devices' speeds, as far as they have room.
    std::vector<TileShare> shares_of(const TileLayout& layout, const CellFormat& cell, std::uint32_t group) {
        std::uint64_t row_bytes = layout.row_cells() * cell_bytes(cell);
        const std::uint64_t remote_row_bytes = 2 * group * row_bytes;
        if (cell.hops == HopMode::array) row_bytes += layout.row_cells() * sizeof(std::uint32_t);
        std::vector<std::uint64_t> room;
        for (const auto& worker : workers_) {
            const std::uint64_t usable = worker->bytes_for_rows();
            room.push_back(usable > remote_row_bytes ? (usable - remote_row_bytes) / row_bytes : 0);
        }
        const auto tiles = static_cast<std::uint32_t>(layout.tiles());
        auto shares = share_rows(tiles, group, measured_speeds(cell, layout.tile), room);
        if (!shares.empty()) return shares;
        const std::uint64_t needed = row_bytes * layout.tiles();
        throw CapacityError(format("the matrix takes {} bytes in groups of {} rows of tiles, which do not fit {} with "
                                   "{} bytes; use more devices, a smaller cost type, or leave out next hops",
                                   needed, group, description(), available_bytes()),
                            needed, available_bytes());
    }

    std::vector<double> measured_speeds(const CellFormat& cell, std::size_t tile) {
        const bool alike =
            std::ranges::all_of(workers_, [&](const auto& worker) { return name_of(*worker) == name_of(lead()); });
        std::vector<double> speeds;
        for (const auto& worker : workers_) speeds.push_back(alike ? 1 : worker->measure(cell, tile));
        return speeds;
    }

    // Every group of rows that a slow device closes would hold up the others.
    void leave_out_slow() {
        const CellFormat cell;
        const std::vector<double> speeds = measured_speeds(cell, preferred_tile(cell));
        const double fastest = std::ranges::max(speeds);
        std::vector<std::unique_ptr<DeviceWorker>> fast;
        std::size_t lead = 0;
        for (std::size_t i = 0; i < speeds.size(); ++i) {
            if (speeds[i] * slowest_part < fastest) {
                log(log_, LogLevel::info,
                    format("{} is left out: it is {:.0f} times slower than the fastest device and would delay it",
                           name_of(*workers_[i]), fastest / speeds[i]));
                continue;
            }
            if (i == lead_) lead = fast.size();
            fast.push_back(std::move(workers_[i]));
        }
        lead_ = lead;
        workers_ = std::move(fast);
    }

    static const std::string& name_of(const DeviceWorker& worker) { return worker.device().info.name; }

    DeviceWorker& lead() const { return *workers_[lead_]; }

    LogCallback log_;
    std::size_t lead_ = 0;
    std::vector<std::unique_ptr<DeviceWorker>> workers_;
};

}  // namespace

std::optional<OpenClDevice> leading_device(const DeviceChoice& choice) {
    const std::vector<OpenClDevice> devices = choose_devices(choice);
    if (devices.empty()) return std::nullopt;
    return devices[place_of_lead(devices)];
}

std::unique_ptr<Executor> make_opencl_executor(std::vector<OpenClDevice> devices,
                                               const device::OpenClOptions& options) {
    return std::make_unique<OpenClExecutor>(std::move(devices), options);
}

// ---- The executor for the device that the user requested

namespace {

using device::OpenClDevice;
using Kind = DeviceInfo::Kind;

constexpr int device_not_found = -1;  // CL_DEVICE_NOT_FOUND

std::string what_there_is(const device::OpenClDevices& found) {
    if (found.devices.empty()) return found.explanation;
    std::string text = "Available:";
    for (const auto& device : found.devices) text += format(" {} {};", device.info.id, device.info.name);
    text.back() = '.';
    return text;
}

// Returns the devices for a part of a choice, or for "auto"; none if they are absent.
std::vector<const OpenClDevice*> find_part(const std::vector<OpenClDevice>& devices, const std::string& part) {
    std::vector<const OpenClDevice*> found;
    const bool names_an_id = part.front() >= '0' && part.front() <= '9';
    const auto kind = part.starts_with("cpu") ? Kind::cpu : Kind::gpu;
    for (const OpenClDevice& device : devices) {
        if (names_an_id ? part != device.info.id : device.info.kind != kind) continue;
        found.push_back(&device);
        if (!part.ends_with(":all")) break;
    }
    return found;
}

}  // namespace

std::vector<OpenClDevice> choose_devices(const DeviceChoice& choice) {
    const device::OpenClDevices found = device::find_opencl_devices();
    std::vector<OpenClDevice> chosen;
    const auto add = [&](const std::string& part) {
        const auto of_part = find_part(found.devices, part);
        for (const OpenClDevice* device : of_part) {
            const bool is_new = std::ranges::none_of(
                chosen, [&](const OpenClDevice& other) { return other.info.id == device->info.id; });
            if (is_new) chosen.push_back(*device);
        }
        return !of_part.empty();
    };
    if (choice.is_auto()) {
        if (!add("gpu")) add("cpu");
        return chosen;
    }
    for (const std::string& part : choice.parts()) {
        if (add(part)) continue;
        throw DeviceError(format("there is no OpenCL device '{}'. {}", part, what_there_is(found)), device_not_found);
    }
    return chosen;
}

std::unique_ptr<OpenClDevice> choose_device(const DeviceChoice& choice) {
    const std::vector<OpenClDevice> chosen = choose_devices(choice);
    if (chosen.empty()) return nullptr;
    if (chosen.size() == 1) return std::make_unique<OpenClDevice>(chosen.front());
    throw InvalidArgument(format("this runs on one device, but '{}' names {}", choice.text(), chosen.size()));
}

std::unique_ptr<Executor> make_executor(const DeviceChoice& choice, const device::OpenClOptions& options) {
    if (choice.is_reference()) return make_reference_executor();
    std::vector<OpenClDevice> devices = choose_devices(choice);
    if (options.rank >= 0 && !devices.empty()) {
        const bool on_any_gpu = choice.is_auto() && devices.front().info.kind == Kind::gpu;
        if (on_any_gpu) devices = choose_devices("gpu:all");
        devices = {devices[static_cast<std::size_t>(options.rank) % devices.size()]};
    }
    if (devices.empty()) {
        auto reference = make_reference_executor();
        log(options.log, LogLevel::warning,
            format("no OpenCL device for 'auto'; using the {}. {}", reference->description(),
                   device::find_opencl_devices().explanation));
        return reference;
    }
    if (choice.is_auto()) {
        log(options.log, LogLevel::info, format("device: {} ({})", devices.front().info.name, devices.front().info.id));
    }
    return make_opencl_executor(std::move(devices), options);
}

}  // namespace allways::engine

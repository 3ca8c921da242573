// SPDX-License-Identifier: Apache-2.0
// allways devices: lists the values of --device.
#include <iostream>

#include <CLI/App.hpp>
#include <nlohmann/json.hpp>

#include "allways/base/format.h"
#include "allways/device/devices.h"
#include "allways/export/json.h"
#include "base/human.h"
#include "command/command.h"
#include "command/reports.h"
#include "command/solve_options.h"

namespace allways::command {

namespace devices_verb {
namespace {

void print_json(const DeviceList& list) {
    nlohmann::ordered_json json{{"devices", value_json(list.devices)}};
    if (list.devices.empty()) json["explanation"] = list.explanation;
    std::cout << json_text(json, 2) << "\n";
}

void print_text(const DeviceList& list) {
    for (const auto& device : list.devices) {
        std::cout << format("{}  {}  {}\n", device.id, name(device.kind), device.name)
                  << format("     {}, driver {}, {}\n", device.platform, device.driver, device.version)
                  << format("     {} compute units, {} memory, {} in one allocation, {} local, work-groups to {}, {}\n",
                            device.compute_units, bytes_text(device.memory_bytes),
                            bytes_text(device.max_allocation_bytes), bytes_text(device.local_memory_bytes),
                            device.max_work_group, device.has_float64 ? "float64" : "no float64")
                  << format("     tuning {}\n", device.tuning);
    }
    if (list.devices.empty()) {
        std::cout << "No OpenCL device: " << list.explanation << "\n";
    }
    std::cout << "reference  this machine's processor without OpenCL, always available\n";
}

std::function<ExitCode()> declare(CLI::App& app, Console&) {
    auto json = std::make_shared<bool>(false);
    app.add_flag("--json", *json, "Print JSON");
    return [json] {
        const DeviceList list = list_devices(tuning_directory());
        *json ? print_json(list) : print_text(list);
        return ExitCode::ok;
    };
}

}  // namespace
}  // namespace devices_verb

Command devices_command() {
    return {"devices", "List the OpenCL devices of this machine",
            "  allways devices\n"
            "  allways solve roads_net.tntp -o table.omx --device 0:0    the first id that 'devices' lists",
            devices_verb::declare};
}

}  // namespace allways::command

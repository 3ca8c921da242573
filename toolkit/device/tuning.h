// The tuning table: values measured for a device, as data. In: a device and a cell format; out: the values of the
// entry that fits it best, or of its family's safe default.
#pragma once

#include <string>
#include <string_view>

#include "allways/base/cost_type.h"
#include "base/cell_width.h"
#include "device/opencl.h"
#include "device/tuning_entry.h"

namespace allways::device {

struct Tuning {
    std::string name;  // file name without .json; of a user's entry its path
    KernelForm form = KernelForm::cpu;
    TuningValues values;        // "tile", "item", "depth" | "vector", "vectors", "rows"; "min_form"
    std::string build_options;  // passed on to the device's compiler

    // Throws InvalidArgument naming the entry where it lacks the value.
    int value(const std::string& key) const;
    std::size_t value_or(const std::string& key, std::size_t otherwise) const;
};

// The kind of cells, on which the tuned values may depend beside the device.
struct CellKind {
    CostType type = CostType::int32;
    bool hop_array = false;
    CellWidth width = CellWidth::full;
};

// The entry with the most matching conditions ("kind", "vendor", "name", "float_lanes"; texts match as parts, letter
// case aside), the first by name among equals; an entry of the user's folder `directory` that matches goes before all
// shipped ones. Other kinds of device than CPU and GPU take the GPU default. Sections "float32", "float64", "uint16"
// (CellWidth::bits16), "carried" (a hop array), "float64_carried" and "small_carried" (a hop array and
// CellWidth::bits24) override the values for such cells, in that order. `forced`, for tests and for tuning: "ENTRY",
// "ENTRY:key=value,…" or ":key=value,…" takes that entry instead, and those values before all others; the key
// build_options adds to the compiler's options. Throws InvalidArgument for an entry that is not there or text that does
// not read so, and InputError for a damaged file in `directory`.
Tuning find_tuning(const OpenClDevice& device, const CellKind& kind, std::string_view forced = {},
                   const std::string& directory = {});

}  // namespace allways::device

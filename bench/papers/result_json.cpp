// SPDX-License-Identifier: Apache-2.0
#include "papers/result_json.h"

#include "allways/base/format.h"

namespace allways::papers {
namespace {

// Boost's writer turns every number into text; these few functions keep numbers.

std::string json(const std::string& text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            out += format("\\u{:04x}", static_cast<unsigned>(c));
        } else {
            out += c;
        }
    }
    return out + "\"";
}

std::string json(double value) {
    return format("{}", value);
}
std::string json(bool value) {
    return value ? "true" : "false";
}
std::string json(const std::optional<double>& value) {
    return value ? json(*value) : "null";
}
std::string json(std::uint64_t value) {
    return std::to_string(value);
}
std::string json(unsigned value) {
    return std::to_string(value);
}

std::string json(const Cell& cell) {
    return format(R"({{"seconds": {}, "runs": {}, "warmed_up": {}, "note": {}}})", json(cell.seconds), json(cell.runs),
                  json(cell.warmed_up), json(cell.note));
}

// Declared before the template that calls it.
std::string json(const Column& column);
std::string json(const FactColumn& fact);
std::string json(const Published& column);
std::string json(const ExperimentResult& result);

template <class T>
std::string json(const std::vector<T>& values, const std::string& between = ", ") {
    std::string out;
    for (const T& value : values) {
        if (!out.empty()) out += between;
        out += json(value);
    }
    return "[" + out + "]";
}

std::string json(const Column& column) {
    return format("{{\"name\": {}, \"what\": {}, \"covers\": {}, \"group\": {},\n     \"cells\": {}}}",
                  json(column.name), json(column.what), json(column.covers), json(column.group),
                  json(column.cells, ",\n      "));
}

std::string json(const FactColumn& fact) {
    return format(R"({{"name": {}, "what": {}, "values": {}}})", json(fact.name), json(fact.what), json(fact.values));
}

std::string json(const Published& column) {
    return format(
        "{{\"name\": {}, \"hardware\": {}, \"quantity\": {}, \"over\": {}, \"group\": {},\n"
        "     \"values\": {},\n     \"footnotes\": {}}}",
        json(column.name), json(column.hardware),
        json(std::string(column.quantity == Published::Quantity::seconds ? "seconds" : "speed_up")), json(column.over),
        json(column.group), json(column.values), json(column.footnotes));
}

std::string speed_ups_json(const ExperimentResult& result) {
    std::string out;
    for (const SpeedUp& speed_up : result.speed_ups) {
        out += format("{}{{\"method\": {}, \"baseline\": {}, \"values\": {}}}", out.empty() ? "" : ",\n    ",
                      json(speed_up.method), json(speed_up.baseline), json(speed_up_values(result, speed_up)));
    }
    return "[" + out + "]";
}

std::string json(const ExperimentResult& result) {
    std::string out = "{";
    const auto put = [&](const char* key, const std::string& value) {
        out += format("{}\"{}\": {}", out.size() == 1 ? "" : ",\n   ", key, value);
    };
    put("name", json(result.name));
    put("title", json(result.title));
    put("source", json(result.source));
    put("graph", json(result.graph));
    put("device", json(result.device));
    put("driver", json(result.driver));
    put("version", json(result.version));
    put("date", json(result.date));
    put("seed", json(result.seed));
    put("limit_seconds", json(result.limit_seconds));
    put("runs", json(result.runs));
    put("sizes", json(result.sizes));
    put("columns", json(result.columns, ",\n    "));
    put("facts", json(result.facts, ",\n    "));
    put("speed_ups", speed_ups_json(result));
    put("published", json(result.published, ",\n    "));
    put("remarks", json(result.remarks, ",\n    "));
    return out + "}";
}

}  // namespace

std::string results_as_json(const std::vector<ExperimentResult>& results) {
    return format("{{\"format\": {},\n \"experiments\": {}}}\n", json(std::string(result_format)),
                  json(results, ",\n  "));
}

}  // namespace allways::papers

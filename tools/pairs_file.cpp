#include "pairs_file.h"

#include <fstream>
#include <iostream>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::tools {

namespace {

std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> fields;
    std::string field;
    bool in_quotes = false;
    bool was_quoted = false;
    const auto end_field = [&](bool always) {
        if (always || !field.empty() || was_quoted) fields.push_back(field);
        field.clear();
        was_quoted = false;
    };
    for (const char c : line) {
        if (c == '"') {
            in_quotes = !in_quotes;
            was_quoted = true;
        } else if (!in_quotes && (c == ',' || c == ';')) {
            end_field(true);
        } else if (!in_quotes && (c == ' ' || c == '\t' || c == '\r')) {
            end_field(false);
        } else {
            field += c;
        }
    }
    end_field(false);
    return fields;
}

bool is_heading(const std::string& first) {
    return first == "from" || first == "origin" || first == "from_node_id" || first == "source" || first == "o";
}

}  // namespace

std::vector<NodePair> read_pairs(const std::string& path) {
    std::ifstream file;
    if (path != "-") {
        file.open(path);
        if (!file) throw InputError(path, 0, "cannot be read");
    }
    std::istream& in = path == "-" ? std::cin : file;
    std::vector<NodePair> pairs;
    std::string line;
    bool first = true;
    for (std::uint64_t number = 1; std::getline(in, line); ++number) {
        if (number == 1 && line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
        const auto fields = split(line);
        if (fields.empty() || fields[0].starts_with('#')) continue;
        if (fields.size() < 2) throw InputError(path, number, format("'from,to' was expected, found '{}'", line));
        if (!first || !is_heading(fields[0])) pairs.push_back({fields[0], fields[1], number});
        first = false;
    }
    if (in.bad()) throw InputError(path, 0, "cannot be read");
    return pairs;
}

}  // namespace allways::tools

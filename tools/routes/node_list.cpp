#include "routes/node_list.h"

#include <algorithm>
#include <string_view>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "csv_reader.h"
#include "fields.h"
#include "routes/node_argument.h"
#include "routes/standard_input.h"

namespace allways::tools {

namespace {

bool is_heading(std::string_view field) {
    const std::string name = lower_case(field);
    return name == "node_id" || name == "id";
}

NodeList read_file(const std::string& path) {
    CsvReader reader(path, CsvReader::guess_delimiter(path, "#"));
    reader.set_comment_marks("#");
    NodeList list{path, {}, {}};
    std::size_t column = 0;
    std::vector<std::string_view> fields;
    for (bool first = true; reader.next(fields); first = false) {
        const auto heading = first ? std::ranges::find_if(fields, is_heading) : fields.end();
        if (heading != fields.end()) {
            column = static_cast<std::size_t>(heading - fields.begin());
            continue;
        }
        if (column >= fields.size() || fields[column].empty()) {
            reader.fail(format("the id of a node was expected in column {}", column + 1));
        }
        list.names.emplace_back(fields[column]);
        list.lines.push_back(reader.line_number());
    }
    if (list.names.empty()) throw InputError(path, 0, "the ids of nodes were expected, one a line, and there is none");
    return list;
}

}  // namespace

NodeList read_node_list(const std::string& text, const std::string& option) {
    if (text.starts_with('@')) {
        NodeList list = read_file_or_standard_input(text.substr(1), read_file);
        if (text == "@-") list.file = "standard input";
        return list;
    }
    NodeList list;
    for (std::string_view rest = text;;) {
        const std::size_t end = std::min(rest.find(','), rest.size());
        const std::string_view name = trimmed(rest.substr(0, end));
        if (name.empty()) {
            throw InvalidArgument(
                format("{} '{}': ids of nodes were expected, with commas between them, or @FILE", option, text));
        }
        list.names.emplace_back(name);
        if (end == rest.size()) return list;
        rest.remove_prefix(end + 1);
    }
}

std::vector<NodeIndex> find_nodes(const NodeList& list, const IdTable& ids, const std::string& source) {
    std::vector<NodeIndex> nodes;
    nodes.reserve(list.names.size());
    for (std::size_t i = 0; i < list.names.size(); ++i) {
        try {
            nodes.push_back(find_node(ids, list.names[i], source));
        } catch (const InputError& error) {
            if (list.file.empty()) throw;
            throw InputError(list.file, list.lines[i], error.what());
        }
    }
    return nodes;
}

}  // namespace allways::tools

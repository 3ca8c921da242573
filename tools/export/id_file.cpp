#include "export/id_file.h"

namespace allways::tools {

namespace {

void put_axis(OutputFile& file, std::string_view axis, const IdTable& ids, std::uint32_t first) {
    for (std::uint32_t i = 0; i < ids.size(); ++i) {
        file.put(axis);
        file.put_number(std::uint64_t{first} + i);
        file.put(',');
        file.put_field(ids.text(i));
        file.put('\n');
    }
}

}  // namespace

std::string ids_path(const std::string& path, std::string_view suffix) {
    const bool has_suffix = path.ends_with(suffix);
    return path.substr(0, path.size() - (has_suffix ? suffix.size() : 0)) + ".ids.csv";
}

void put_ids(OutputFile& file, const IdTable& ids, std::uint32_t first) {
    file.put("index,node_id\n");
    put_axis(file, "", ids, first);
}

void put_ids(OutputFile& file, const TableCells& table, std::uint32_t first) {
    if (table.same_nodes()) return put_ids(file, table.rows, first);
    file.put("axis,index,node_id\n");
    put_axis(file, "0,", table.rows, first);
    put_axis(file, "1,", table.columns, first);
}

bool are_counted_from_1(const IdTable& ids) {
    if (ids.size() == 0) return true;
    if (!ids.is_numeric()) return false;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids.numbers()[i] != static_cast<std::int64_t>(i) + 1) return false;
    }
    return true;
}

}  // namespace allways::tools

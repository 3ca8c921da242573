#include "pairs_file.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "csv_reader.h"

namespace allways::tools {

namespace {

// Standard input as a file, because the reader looks at the beginning twice.
class SpooledInput {
public:
    SpooledInput() : path_((std::filesystem::temp_directory_path() / "allways-pairs-XXXXXX").string()) {
        const int descriptor = ::mkstemp(path_.data());
        if (descriptor < 0) throw InputError(path_, 0, "cannot be written, to keep standard input");
        std::FILE* file = ::fdopen(descriptor, "wb");
        char block[1 << 16];
        while (const std::size_t size = std::fread(block, 1, sizeof block, stdin)) std::fwrite(block, 1, size, file);
        const bool bad = std::ferror(stdin) != 0 || std::ferror(file) != 0;
        if (std::fclose(file) == 0 && !bad) return;
        std::filesystem::remove(path_);
        throw InputError("standard input", 0, "cannot be read");
    }
    ~SpooledInput() {
        std::error_code ignored;
        std::filesystem::remove(path_, ignored);
    }
    SpooledInput(const SpooledInput&) = delete;
    SpooledInput& operator=(const SpooledInput&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

bool is_heading(std::string_view first) {
    return first == "from" || first == "origin" || first == "from_node_id" || first == "source" || first == "o";
}

std::vector<NodePair> read_file(const std::string& path) {
    constexpr std::string_view comments = "#";
    CsvReader reader(path, CsvReader::guess_delimiter(path, comments));
    reader.set_comment_marks(std::string(comments));
    std::vector<NodePair> pairs;
    std::vector<std::string_view> fields;
    bool first = true;
    while (reader.next(fields)) {
        if (fields.size() < 2 || fields[0].empty() || fields[1].empty()) {
            reader.fail(format("'from,to' was expected, found '{}'", fields[0]));
        }
        if (!first || !is_heading(fields[0])) {
            pairs.push_back({std::string(fields[0]), std::string(fields[1]), reader.line_number()});
        }
        first = false;
    }
    return pairs;
}

}  // namespace

std::vector<NodePair> read_pairs(const std::string& path) {
    if (path != "-") return read_file(path);
    const SpooledInput input;
    try {
        return read_file(input.path());
    } catch (const InputError& error) {
        const std::string text = error.what();  // "file:line: message"
        throw InputError("standard input", error.line(), text.substr(text.find(": ", input.path().size()) + 2));
    }
}

}  // namespace allways::tools

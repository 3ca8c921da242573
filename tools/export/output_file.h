// Fast buffered output of text and bytes to a file (see AtomicFile) or, for "-", to standard output.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "export/atomic_file.h"
#include "export/text_buffer.h"

namespace allways::tools {

// Every function that writes throws InputError where the system refuses (no space, no permission).
class OutputFile final : public TextBuffer {
public:
    // `name`: what errors call it; empty: as `path`.
    OutputFile(const std::string& path, bool overwrite, const std::string& name = {});
    ~OutputFile() override;

    void flush();
    // A long text, past the buffer.
    void write(std::string_view text);

    // Takes away what has the final name: before files that go with this one take theirs, so that a run that is killed
    // then leaves no mixture of old and new.
    void retire_old();

    // Writes what is buffered and gives the file its name. Without it the file is removed.
    void commit();

private:
    void make_room(std::size_t) override { flush(); }
    void write_out(std::string_view text);

    std::optional<AtomicFile> file_;  // nothing for standard output
    std::string name_;
    int descriptor_ = -1;
};

}  // namespace allways::tools

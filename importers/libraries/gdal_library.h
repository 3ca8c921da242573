// GDAL without its habits: nothing is printed, drivers are registered once, errors become texts.
#pragma once

#include <string>
#include <string_view>

namespace allways::gdal {

// Registers the drivers; called before the first use, from any thread.
void start();

// While one is alive, GDAL's and PROJ's messages of this thread are kept instead of printed.
class QuietErrors {
public:
    QuietErrors();
    ~QuietErrors();
    QuietErrors(const QuietErrors&) = delete;
    QuietErrors& operator=(const QuietErrors&) = delete;

    // The last message of a failure or warning since then, in one line; empty where there was none.
    std::string message() const;
    // " (<message>)", or nothing.
    std::string detail() const;
    // Whether anything failed (warnings apart).
    bool failed() const;
};

}  // namespace allways::gdal

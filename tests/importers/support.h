// SPDX-License-Identifier: Apache-2.0
// Shared by the importer tests: files made on the spot, the fixtures, and the real data beside the repository.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/importers/read.h"
#include "support/source_folder.h"

namespace allways::test {

// A folder of its own for each test, removed with it.
class TemporaryFolder {
public:
    TemporaryFolder() {
        const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
        folder_ = std::filesystem::temp_directory_path() /
                  (std::string("allways_") + test->test_suite_name() + "_" + test->name() + "_" +
                   std::to_string(std::hash<std::string>{}(std::filesystem::current_path().string())));
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_);
    }
    ~TemporaryFolder() { std::filesystem::remove_all(folder_); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    std::string write(const std::string& name, std::string_view content) const {
        const auto path = folder_ / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << content;
        return path.string();
    }
    std::string path(const std::string& name = "") const { return (folder_ / name).string(); }

private:
    std::filesystem::path folder_;
};

inline std::string fixture(const std::string& name) {
    return allways::testing::source_folder() + "/tests/data/importers/" + name;
}

// The folder of real data, or an empty text.
inline std::string real_data() {
    const char* named = std::getenv("ALLWAYS_DATA");
    const std::string folder = named != nullptr ? named : allways::testing::source_folder() + "/../shared/data";
    return std::filesystem::is_directory(folder) ? folder : "";
}

// Returns the error that `read` throws; the test fails if it throws none.
template <class Function>
std::string input_error(Function&& read, std::uint64_t line) {
    try {
        read();
    } catch (const InputError& error) {
        EXPECT_EQ(error.line(), line) << error.what();
        return error.what();
    }
    ADD_FAILURE() << "an InputError was expected";
    return "";
}

#define ALLWAYS_EXPECT_ERROR(line, part, ...)                                                         \
    do {                                                                                              \
        const std::string message = ::allways::test::input_error([&] { (void)(__VA_ARGS__); }, line); \
        EXPECT_NE(message.find(part), std::string::npos) << message;                                  \
    } while (false)

struct Messages {
    std::vector<std::string> lines;
    LogCallback callback() {
        return [this](LogLevel, std::string_view message) { lines.emplace_back(message); };
    }
    bool contains(std::string_view part) const {
        for (const auto& line : lines) {
            if (line.find(part) != std::string::npos) return true;
        }
        return false;
    }
};

inline std::vector<std::string> texts(const ArcColumn& column) {
    std::vector<std::string> result;
    for (const auto& value : column.values) result.push_back(value.is_missing() ? "missing" : value.to_string());
    return result;
}

}  // namespace allways::test

// SPDX-License-Identifier: Apache-2.0
// Files of the tuning table: their content, their errors, and their precedence.
#include "device/tuning.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "allways/base/error.h"
#include "allways/device/devices.h"

namespace allways::device {
namespace {

const std::string good = R"({"about": "a test", "match": {"kind": "gpu", "name": "Card 1"}, "form": "gpu",
    "values": {"tile": 32, "item": 4, "depth": 8, "min_form": 2, "group": 1}, "carried": {"depth": 16}})";

class TuningFolder : public ::testing::Test {
protected:
    void SetUp() override { std::filesystem::create_directories(path_); }
    void TearDown() override { std::filesystem::remove_all(path_); }
    void write(const std::string& name, const std::string& text) { std::ofstream(path_ + "/" + name) << text; }

    std::string path_ = ::testing::TempDir() + "allways-tunings-" + std::to_string(getpid());
};

OpenClDevice card(const std::string& name) {
    OpenClDevice device;
    device.info.kind = DeviceInfo::Kind::gpu;
    device.info.name = name;
    return device;
}

OpenClDevice hopper() {
    OpenClDevice device = card("NVIDIA H100");
    device.info.vendor = "NVIDIA Corporation";
    device.compute_capability = "9.0";
    return device;
}

void expect_error(const std::string& text, const std::string& part) {
    try {
        parse_tuning_entry(text, "mine", "folder/mine.json");
        FAIL() << "taken: " << text;
    } catch (const InputError& error) {
        EXPECT_EQ(error.file(), "folder/mine.json");
        EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
}

std::string replaced(std::string text, const std::string& part, const std::string& by) {
    return text.replace(text.find(part), part.size(), by);
}

TEST(TuningEntry, IsRead) {
    const TuningEntry entry = parse_tuning_entry(good, "mine", "mine.json");
    EXPECT_EQ(entry.form, KernelForm::gpu);
    EXPECT_EQ(entry.match.at("name"), "Card 1");
    EXPECT_EQ(entry.sections.at("values").at("tile"), 32);
    EXPECT_EQ(entry.sections.at("carried").at("depth"), 16);
    EXPECT_EQ(entry.sections.count("float64"), 0u);
}

TEST(TuningEntry, DamageIsNamed) {
    expect_error("", "expected a tuning entry in JSON");
    expect_error(good.substr(0, 60), "expected a tuning entry in JSON");
    expect_error("{}", "expected \"match\"");
    expect_error(replaced(good, R"("kind": "gpu", "name": "Card 1")", R"("maker": "me")"), "found \"maker\"");
    expect_error(replaced(good, R"("form": "gpu",)", ""), "expected \"form\"");
    expect_error(replaced(good, R"("form": "gpu")", R"("form": "fpga")"), "found 'fpga'");
    expect_error(replaced(good, R"("form": "gpu")", R"("form": "cpu")"), "expected \"vector\" in \"values\"");
    expect_error(replaced(good, R"("item": 4, )", ""), "expected \"item\" in \"values\"");
    expect_error(replaced(good, R"("item": 4)", R"("item": "four")"), "found 'four'");
    expect_error(replaced(good, R"("item": 4)", R"("item": 0)"), "found '0'");
    expect_error(replaced(good, R"("min_form": 2)", R"("min_form": 3)"), "0, 1 or 2");
    expect_error(replaced(good, R"("carried")", R"("carred")"), "found \"carred\"");
}

TEST_F(TuningFolder, AUsersEntryGoesBeforeShippedOnesForItsDeviceAlone) {
    write("mine.json", good);
    write("notes.txt", "not an entry");
    const auto name_of = [&](const std::string& device) { return find_tuning(card(device), {}, {}, path_).name; };
    EXPECT_EQ(find_tuning(hopper(), {}, {}, path_).name, "nvidia_hopper");
    EXPECT_EQ(name_of("Card 2"), "gpu_default");
    EXPECT_EQ(name_of("A Card 1"), path_ + "/mine.json");
    EXPECT_EQ(find_tuning(card("Card 1"), {.hop_array = true}, {}, path_).value("depth"), 16);
    EXPECT_EQ(find_tuning(card("Card 1"), {.hop_array = true}, {}, path_ + "/none").name, "gpu_default");
    // One condition is enough to go before a shipped entry of three.
    write("mine.json", replaced(good, R"("kind": "gpu", "name": "Card 1")", R"("kind": "gpu")"));
    EXPECT_EQ(find_tuning(hopper(), {}, {}, path_).name, path_ + "/mine.json");
    EXPECT_EQ(find_tuning(hopper(), {}, "nvidia_hopper", path_).name, "nvidia_hopper");
}

TEST_F(TuningFolder, ADamagedFileIsAnErrorForEveryDevice) {
    write("mine.json", good.substr(0, 100));
    EXPECT_THROW(find_tuning(card("Card 2"), {}, {}, path_), InputError);
    if (!list_devices().devices.empty()) {
        EXPECT_THROW(list_devices(path_), InputError);
    }
}

}  // namespace
}  // namespace allways::device

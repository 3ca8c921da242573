// SPDX-License-Identifier: Apache-2.0
// .dbf header → names of logical fields; hstore text → tags.
#include "libraries/vector_field_types.h"

#include <array>
#include <filesystem>

#include <cpl_string.h>
#include <cpl_vsi.h>
#include <gdal_priv.h>

#include "base/text.h"

namespace allways::importers {

namespace {

constexpr std::size_t descriptor_size = 32;  // size of the header and of each field descriptor
constexpr std::size_t name_size = 11;
constexpr char end_of_fields = '\r';

std::set<std::string> logical_fields_of(const std::string& dbf) {
    std::set<std::string> names;
    VSILFILE* file = VSIFOpenL(dbf.c_str(), "rb");
    if (file == nullptr) return names;
    std::array<char, descriptor_size> descriptor{};
    const auto next = [&] { return VSIFReadL(descriptor.data(), descriptor.size(), 1, file) == 1; };
    for (bool more = next() && next(); more && descriptor[0] != end_of_fields; more = next()) {
        const std::string_view name(descriptor.data(), name_size);
        if (descriptor[name_size] == 'L') names.emplace(trimmed(name.substr(0, name.find('\0'))));
    }
    VSIFCloseL(file);
    return names;
}

// Removes the quoted text at the front of `rest` and returns it; nothing if there is no such text. Backslashes escape.
std::optional<std::string> take_quoted(std::string_view& rest) {
    if (!rest.starts_with('"')) return std::nullopt;
    std::string text;
    for (std::size_t i = 1; i < rest.size(); ++i) {
        if (rest[i] == '"') {
            rest.remove_prefix(i + 1);
            return text;
        }
        if (rest[i] == '\\' && i + 1 < rest.size()) ++i;
        text += rest[i];
    }
    return std::nullopt;
}

}  // namespace

std::set<std::string> logical_fields(GDALDataset& dataset, const std::string& layer) {
    if (dataset.GetDriver() == nullptr || std::string_view(dataset.GetDriver()->GetDescription()) != "ESRI Shapefile") {
        return {};
    }
    std::set<std::string> names;
    char** files = dataset.GetFileList();
    for (char** file = files; file != nullptr && *file != nullptr; ++file) {
        const std::filesystem::path path(*file);
        if (path.stem() == layer && lower_case(path.extension().string()) == ".dbf") names = logical_fields_of(*file);
    }
    CSLDestroy(files);
    return names;
}

std::optional<bool> logical_value(std::string_view text) {
    const std::string word = lower_case(trimmed(text));
    if (word == "t" || word == "y") return true;
    if (word == "f" || word == "n") return false;
    return std::nullopt;
}

VectorLayer::Tags parse_other_tags(std::string_view text) {
    VectorLayer::Tags tags;
    while (!text.empty()) {
        auto key = take_quoted(text);
        if (!key || !text.starts_with("=>")) return tags;
        text.remove_prefix(2);
        auto value = take_quoted(text);
        if (!value) return tags;
        tags.emplace_back(std::move(*key), std::move(*value));
        if (text.starts_with(',')) text.remove_prefix(1);
    }
    return tags;
}

}  // namespace allways::importers

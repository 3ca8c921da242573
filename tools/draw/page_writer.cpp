// SPDX-License-Identifier: Apache-2.0
#include "draw/page_writer.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "allways/export/json.h"
#include "base/utf8_text.h"
#include "draw/embedded_viewer.h"

namespace allways::tools {

namespace {

std::string_view viewer_file(std::string_view name) {
    const auto& files = viewer::embedded_files();
    return std::ranges::find(files, name, &EmbeddedFile::name)->text;
}

std::string html_text(std::string_view text) {
    std::string escaped;
    for (const char c : valid_utf8(text)) {
        if (c == '&')
            escaped += "&amp;";
        else if (c == '<')
            escaped += "&lt;";
        else
            escaped += c;
    }
    return escaped;
}

void begin_data(JsonWriter& json, const PageTexts& texts, const PageOptions& options) {
    json.key("title").text(texts.title);
    json.key("subtitle").text(texts.subtitle);
    json.key("attribution").text(texts.attribution);
    json.key("legend").flag(options.legend);
    const Theme& theme = theme_named(options.theme);
    json.key("theme").open('{');
    json.key("paper").colour(theme.paper);
    json.key("ground").colour(theme.ground);
    json.key("ink").colour(theme.ink);
    json.key("faint").colour(theme.faint_ink);
    json.key("frame").colour(theme.frame);
    json.close('}');
}

}  // namespace

std::string script_json(std::string_view text) {
    const std::string plain = json_text(std::string(text));
    std::string safe;
    for (const char c : plain) {
        if (c == '<')
            safe += "\\u003c";  // "</script>" would end the data
        else
            safe += c;
    }
    return safe;
}

void write_page_around(const PageTexts& texts, std::span<const std::string_view> scripts, const PageOptions& options,
                       const std::function<void(JsonWriter&)>& data) {
    OutputFile file(options.path, options.overwrite);
    const auto fill_in = [&](std::string_view name) {
        if (name == "title") file.put(html_text(texts.title));
        if (name == "style") file.put(viewer_file("style.css"));
        if (name == "script") {
            for (const std::string_view script : scripts) file.put(viewer_file(script));
        }
        if (name != "data") return;
        JsonWriter json(file);
        json.open('{');
        begin_data(json, texts, options);
        data(json);
        json.close('}');
    };
    // The template marks its parts as @name@.
    std::string_view rest = viewer_file("page.html");
    for (std::size_t at = rest.find('@'); at != rest.npos; at = rest.find('@')) {
        file.put(rest.substr(0, at));
        const std::size_t end = rest.find('@', at + 1);
        fill_in(rest.substr(at + 1, end - at - 1));
        rest.remove_prefix(end + 1);
    }
    file.put(rest);
    file.commit();
}

}  // namespace allways::tools

// SPDX-License-Identifier: Apache-2.0
// Shared by the pages of maps and heat maps: the viewer's files and the data as JSON.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "allways/draw/colours.h"
#include "allways/draw/page.h"
#include "export/files/output_file.h"

namespace allways::tools {

// A JSON string that is safe in a page's script: quoted, with "<" escaped.
std::string script_json(std::string_view text);

// Writes JSON objects and arrays one after the other and adds the commas.
class JsonWriter {
public:
    explicit JsonWriter(OutputFile& file) : file_(file) {}

    void open(char bracket) {
        separate();
        file_.put(bracket);
        first_ = true;
    }
    void close(char bracket) {
        file_.put(bracket);
        first_ = false;
    }
    JsonWriter& key(std::string_view name) {
        separate();
        file_.put(script_json(name));
        file_.put(':');
        first_ = true;
        return *this;
    }
    void text(std::string_view value) {
        separate();
        file_.put(script_json(value));
    }
    void colour(const Colour& value) { text(hex_text(value)); }
    void word(std::string_view value) {  // true, false, null
        separate();
        file_.put(value);
    }
    void flag(bool value) { word(value ? "true" : "false"); }
    template <class Number>
    void number(Number value) {
        separate();
        file_.put_number(value);
    }
    template <class Values>
    void numbers(const Values& values) {
        open('[');
        for (const auto& value : values) number(value);
        close(']');
    }
    void texts(std::span<const std::string> values) {
        open('[');
        for (const std::string& value : values) text(value);
        close(']');
    }

private:
    void separate() {
        if (!first_) file_.put(',');
        first_ = false;
    }

    OutputFile& file_;
    bool first_ = true;
};

struct PageTexts {
    std::string title, subtitle, attribution;
};

// Writes the page around its data. `scripts` are files of the viewer, in order; `data` adds entries to a JSON object
// that already has title, theme and so on.
void write_page_around(const PageTexts& texts, std::span<const std::string_view> scripts, const PageOptions& options,
                       const std::function<void(JsonWriter&)>& data);

}  // namespace allways::tools

// SPDX-License-Identifier: Apache-2.0
#include "service/http/protocol.h"

#include <algorithm>
#include <cctype>

#include <zlib.h>

#include "allways/base/format.h"
#include "base/text.h"
#include "export/json.h"

namespace allways::tools {

ServiceAnswer text_answer(std::string body, int status, std::string type) {
    ServiceAnswer answer;
    answer.status = status;
    answer.content_type = std::move(type);
    answer.body = std::move(body);
    return answer;
}

ServiceAnswer error_answer(int status, std::string_view code, std::string_view message) {
    JsonWriter json;
    json.begin_object().key("code").string(code).key("message").string(message).end_object();
    return text_answer(std::move(json).take(), status);
}

// ---- the URL

namespace {

[[noreturn]] void fail(std::size_t position) {
    throw ServiceError("InvalidUrl", format("URL string malformed close to position {}", position));
}

std::optional<unsigned> hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return {};
}

// Decodes percent signs. `position`: the position of the text in the target, for errors.
std::string decoded(std::string_view text, std::size_t position) {
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            plain += text[i];
            continue;
        }
        const auto high = i + 2 < text.size() ? hex_digit(text[i + 1]) : std::nullopt;
        const auto low = i + 2 < text.size() ? hex_digit(text[i + 2]) : std::nullopt;
        if (!high || !low) fail(position + i);
        plain += static_cast<char>(*high * 16 + *low);
        i += 2;
    }
    return plain;
}

}  // namespace

Url parse_url(std::string_view target) {
    if (target.empty() || target.front() != '/') fail(0);
    Url url;
    const std::size_t path_end = std::min(target.find('?'), target.size());
    for (std::size_t begin = 1; begin <= path_end;) {
        const std::size_t end = std::min(target.find('/', begin), path_end);
        if (end > begin) {
            url.parts.push_back(decoded(target.substr(begin, end - begin), begin));
            url.last_part_position = begin;
        }
        begin = end + 1;
    }
    for (std::size_t begin = path_end + 1; begin < target.size();) {
        const std::size_t end = std::min(target.find('&', begin), target.size());
        const std::size_t equals = std::min(target.find('=', begin), end);
        const std::size_t value = std::min(equals + 1, end);
        if (end > begin) {
            url.options.push_back({decoded(target.substr(begin, equals - begin), begin),
                                   decoded(target.substr(value, end - value), value), begin, value});
        }
        begin = end + 1;
    }
    return url;
}

void fail_query(std::size_t position) {
    throw ServiceError("InvalidQuery", format("Query string malformed close to position {}", position));
}

void fail_options(const std::string& message) {
    throw ServiceError("InvalidOptions", message);
}

// ---- methods and compression

std::optional<ServiceAnswer> answer_by_method(std::string_view method, std::string_view allowed) {
    const bool asks_for_methods = method == "OPTIONS";
    const auto is_method = [&](std::string_view one) { return trimmed(one) == method; };
    if (!asks_for_methods && std::ranges::any_of(split(allowed, ','), is_method)) return {};
    ServiceAnswer answer =
        asks_for_methods ? text_answer("", 204, "")
                         : error_answer(405, "InvalidMethod", format("Method not allowed. Use one of {}.", allowed));
    answer.allow = allowed;
    return answer;
}

bool accepts_gzip(std::string_view accept_encoding) {
    std::string codings;  // without blanks, in lower case
    for (const char c : accept_encoding) {
        if (c != ' ' && c != '\t') codings += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    for (const std::string_view coding : split(codings, ',')) {
        const std::size_t name_end = std::min(coding.find(';'), coding.size());
        const std::string_view name = coding.substr(0, name_end);
        const bool is_refused = coding.substr(name_end).starts_with(";q=0") &&
                                coding.substr(name_end).find_first_not_of("0.", 3) == std::string_view::npos;
        if ((name == "gzip" || name == "*") && !is_refused) return true;
    }
    return false;
}

std::optional<std::string> gzip(std::string_view text) {
    constexpr int fastest = 1;  // a third larger than the default, in a third of its time
    constexpr int gzip_window = 15 + 16;
    constexpr int usual_memory = 8;
    z_stream stream{};
    if (deflateInit2(&stream, fastest, Z_DEFLATED, gzip_window, usual_memory, Z_DEFAULT_STRATEGY) != Z_OK) return {};
    std::string packed(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    const int result = text.size() < (std::size_t{1} << 32) ? deflate(&stream, Z_FINISH) : Z_BUF_ERROR;
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    if (result != Z_STREAM_END) return {};
    return packed;
}

}  // namespace allways::tools

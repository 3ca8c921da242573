// SPDX-License-Identifier: Apache-2.0
#include "service/http/http_request_parser.h"

#include <algorithm>
#include <limits>

#include <boost/beast/http/error.hpp>

namespace allways::tools {

namespace {

namespace beast = boost::beast;
namespace http = boost::beast::http;

void assign(std::string& to, beast::string_view text) {
    to.assign(text.data(), text.size());
}

}  // namespace

HttpRequestParser::HttpRequestParser(std::size_t header_bytes, std::size_t body_bytes) {
    constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
    header_limit(static_cast<std::uint32_t>(std::min(header_bytes, most)));
    body_limit(body_bytes);
}

void HttpRequestParser::on_request_impl(http::verb, Text method, Text target, int version, Error&) {
    assign(method_, method);
    assign(target_, target);
    version_ = version;
    header_limit(most_field_bytes);  // the fields have their own limit
}

void HttpRequestParser::count_field(Text name, Text value, Error& error) {
    field_bytes_ += name.size() + value.size();
    if (field_bytes_ > most_field_bytes) error = http::error::header_limit;
}

void HttpRequestParser::on_field_impl(Field field, Text name, Text value, Error& error) {
    count_field(name, value, error);
    const auto keep_first = [&](std::string& kept) {
        if (kept.empty()) assign(kept, value);
    };
    if (field == Field::accept_encoding) keep_first(accept_encoding_);
    if (field == Field::accept_language) keep_first(accept_language_);
    if (field == Field::content_type) keep_first(content_type_);
    if (field == Field::expect) expects_continue_ = beast::iequals(value, "100-continue");
}

// The parser has checked the size against the limit before this call.
std::size_t HttpRequestParser::on_body_impl(Text part, Error&) {
    body_.append(part.data(), part.size());
    return part.size();
}

}  // namespace allways::tools

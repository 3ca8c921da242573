// SPDX-License-Identifier: Apache-2.0
// Bytes of a connection → one request. Only the fields that answers depend on are kept.
#pragma once

#include <string>

#include <boost/beast/core/error.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/basic_parser.hpp>

namespace allways::tools {

// Beast's own parser stores all fields, and throws an exception for a field of 64 KiB. This one only returns errors:
// header_limit if the names and values of all fields, trailers included, are too long together.
class HttpRequestParser : public boost::beast::http::basic_parser<true> {
public:
    static constexpr std::size_t most_field_bytes = 64 * 1024;

    // `header_bytes`: limit of the request line. `body_bytes`: limit of the body.
    HttpRequestParser(std::size_t header_bytes, std::size_t body_bytes);

    bool has_request_line() const { return !method_.empty(); }
    const std::string& method() const { return method_; }
    const std::string& target() const { return target_; }
    // The first value of each field; empty if the request lacks it.
    const std::string& accept_encoding() const { return accept_encoding_; }
    const std::string& accept_language() const { return accept_language_; }
    const std::string& content_type() const { return content_type_; }
    // HTTP/1.0 knows no interim answers, so that its clients expect none.
    bool expects_continue() const { return expects_continue_ && version_ >= 11; }
    // The body, which may be moved from once the request is complete.
    std::string& body() { return body_; }

private:
    using Error = boost::beast::error_code;
    using Text = boost::beast::string_view;
    using Field = boost::beast::http::field;

    void on_request_impl(boost::beast::http::verb verb, Text method, Text target, int version, Error& error) override;
    void on_response_impl(int, Text, int, Error&) override {}
    void on_field_impl(Field field, Text name, Text value, Error& error) override;
    // Since Boost 1.86 trailers arrive here instead.
    void on_trailer_field_impl(Field, Text name, Text value, Error& error) { count_field(name, value, error); }
    void on_header_impl(Error&) override {}
    void on_body_init_impl(const boost::optional<std::uint64_t>&, Error&) override {}
    std::size_t on_body_impl(Text part, Error& error) override;
    void on_chunk_header_impl(std::uint64_t, Text, Error&) override {}
    std::size_t on_chunk_body_impl(std::uint64_t, Text part, Error& error) override {
        return on_body_impl(part, error);
    }
    void on_finish_impl(Error&) override {}

    void count_field(Text name, Text value, Error& error);

    std::size_t field_bytes_ = 0;
    std::string method_;
    std::string target_;
    std::string accept_encoding_;
    std::string accept_language_;
    std::string content_type_;
    bool expects_continue_ = false;
    int version_ = 11;  // 10 for HTTP/1.0
    std::string body_;
};

}  // namespace allways::tools

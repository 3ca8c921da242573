// SPDX-License-Identifier: Apache-2.0
#include "service/http/listening_address.h"

#include <cstring>

#include <sys/stat.h>
#include <unistd.h>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"

namespace allways::tools {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using Unix = asio::local::stream_protocol;

constexpr std::string_view unix_prefix = "unix:";
constexpr std::size_t longest_path = 107;  // of sockaddr_un, without the zero at its end

tcp::endpoint ip_endpoint(const HttpServerOptions& options) {
    if (options.address == "localhost") return {asio::ip::address_v4::loopback(), options.port};
    error_code error;
    const auto address = asio::ip::make_address(options.address, error);
    if (error) {
        throw InvalidArgument(
            format("`address`: '{}' is not an IP address, localhost or unix:PATH", shortened(options.address)));
    }
    return {address, options.port};
}

std::string socket_path(const HttpServerOptions& options) {
    std::string path = options.address.substr(unix_prefix.size());
    if (path.empty() || path.size() > longest_path) {
        throw InvalidArgument(format("`address`: the path of a Unix socket has 1 to {} characters", longest_path));
    }
    if (options.port != HttpServerOptions().port && options.port != 0) {
        throw InvalidArgument("`port`: a Unix socket has no port; leave it out");
    }
    return path;
}

mode_t permissions(const HttpServerOptions& options) {
    const std::string& digits = options.socket_mode;
    if (digits.size() != 3 || digits.find_first_not_of("01234567") != std::string::npos) {
        throw InvalidArgument(
            format("`socket_mode`: expected three octal digits such as 660, found '{}'", shortened(digits)));
    }
    return static_cast<mode_t>(std::stoul(digits, nullptr, 8));
}

tcp::endpoint as_ip(const StreamProtocol::endpoint& endpoint) {
    tcp::endpoint ip;
    if (endpoint.size() > ip.capacity()) return ip;
    std::memcpy(ip.data(), endpoint.data(), endpoint.size());
    ip.resize(endpoint.size());
    return ip;
}

bool is_unix(const StreamProtocol::endpoint& endpoint) {
    return endpoint.data()->sa_family == AF_UNIX;
}

// Removes the file that a server left behind when it was killed.
void remove_abandoned(const std::string& path) {
    struct stat found {};
    if (lstat(path.c_str(), &found) != 0 || !S_ISSOCK(found.st_mode)) return;
    asio::io_context io;
    Unix::socket probe(io);
    error_code error;
    probe.connect(Unix::endpoint(path), error);
    if (error == asio::error::connection_refused) unlink(path.c_str());
}

}  // namespace

// Nobody can connect before the server listens, so that the permissions hold from the first connection on.
ListeningAddress::ListeningAddress(const HttpServerOptions& options, Acceptor& acceptor) {
    const bool is_socket = options.address.starts_with(unix_prefix);
    const std::string path = is_socket ? socket_path(options) : "";
    const mode_t mode = permissions(options);
    const StreamProtocol::endpoint endpoint =
        is_socket ? StreamProtocol::endpoint(Unix::endpoint(path)) : StreamProtocol::endpoint(ip_endpoint(options));
    const std::string name = is_socket ? path : format("{}:{}", options.address, options.port);
    try {
        if (is_socket) remove_abandoned(path);
        acceptor.open(endpoint.protocol());
        if (!is_socket) acceptor.set_option(asio::socket_base::reuse_address(true));
        acceptor.bind(endpoint);
    } catch (const boost::system::system_error& error) {
        throw InputError(name, 0, format("the server cannot listen there: {}", error.code().message()));
    }
    path_ = path;
    if (!is_socket) {
        is_loopback_ = as_ip(endpoint).address().is_loopback();
    } else if (chmod(path.c_str(), mode) != 0) {
        remove();
        throw InputError(name, 0, format("the permissions of the socket cannot be set: {}", std::strerror(errno)));
    }
}

void ListeningAddress::remove() {
    if (!path_.empty()) unlink(path_.c_str());
    path_.clear();
}

std::uint16_t port_of(const StreamProtocol::endpoint& endpoint) {
    return is_unix(endpoint) ? 0 : as_ip(endpoint).port();
}

std::string client_text(const StreamProtocol::endpoint& endpoint) {
    return is_unix(endpoint) ? "unix" : as_ip(endpoint).address().to_string();
}

}  // namespace allways::tools

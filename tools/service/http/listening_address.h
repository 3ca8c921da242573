// SPDX-License-Identifier: Apache-2.0
// Where a server listens: an IP address with a port, or a Unix socket.
#pragma once

#include <string>

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/generic/stream_protocol.hpp>

#include "allways/service/http_server.h"

namespace allways::tools {

using StreamProtocol = boost::asio::generic::stream_protocol;
using Acceptor = boost::asio::basic_socket_acceptor<StreamProtocol>;

class ListeningAddress {
public:
    // Binds the acceptor. Replaces the file of a Unix socket at which nobody listens. Throws InvalidArgument for a
    // malformed address, and InputError if the system refuses it.
    ListeningAddress(const HttpServerOptions& options, Acceptor& acceptor);
    ~ListeningAddress() { remove(); }
    ListeningAddress(const ListeningAddress&) = delete;
    ListeningAddress& operator=(const ListeningAddress&) = delete;

    bool is_loopback() const { return is_loopback_; }
    // Removes the socket's file, so that another server may take its place.
    void remove();

private:
    std::string path_;  // of the socket's file; empty: none
    bool is_loopback_ = false;
};

// The port of an endpoint; 0 for a Unix socket.
std::uint16_t port_of(const StreamProtocol::endpoint& endpoint);
// The IP address of a client, or "unix".
std::string client_text(const StreamProtocol::endpoint& endpoint);

}  // namespace allways::tools

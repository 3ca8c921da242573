// SPDX-License-Identifier: Apache-2.0
// Sends requests to a routing service over HTTP from many connections, and measures each kind of request:
//
//     allways serve city.factor &
//     service_load --box 14.38,35.85,14.53,35.93 --mix route=8,table10=1,nearest=1
//     osrm-routed city.osrm -p 5001 &
//     service_load --port 5001 --box 14.38,35.85,14.53,35.93
// Each connection is kept open and sends its next request when the answer has arrived. With cost sets, which it sends
// alternately to `allways serve --allow-updates`, it first sends every request under each set alone; later every answer
// must equal the answer under one of the sets, byte by byte:
//
//     service_load --box 14.38,35.85,14.53,35.93 --costs morning.csv,evening.csv --every 1 --seconds 60
#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include "allways/base/format.h"

namespace {

namespace beast = boost::beast;
namespace http = boost::beast::http;
using Clock = std::chrono::steady_clock;
using allways::format;

struct Arguments {
    std::string host = "127.0.0.1";
    std::string port = "5000";
    std::vector<double> box;
    std::vector<std::string> mix{"route=8", "table10=1", "nearest=1"};
    std::vector<std::string> costs;
    double every = 1;
    double seconds = 10;
    unsigned connections = 4;
    unsigned requests = 500;
    unsigned seed = 1;
};

struct Answer {
    unsigned status = 0;
    std::string body;
    bool operator==(const Answer&) const = default;
};

class Connection {
public:
    explicit Connection(const Arguments& arguments) : host_(arguments.host), stream_(context_) {
        boost::asio::ip::tcp::resolver resolver(context_);
        stream_.connect(resolver.resolve(arguments.host, arguments.port));
        stream_.socket().set_option(boost::asio::ip::tcp::no_delay(true));
    }
    Answer send(http::verb verb, const std::string& target, const std::string& body = {}) {
        http::request<http::string_body> request(verb, target, 11);
        request.set(http::field::host, host_);
        if (!body.empty()) request.set(http::field::content_type, "text/csv");
        request.body() = body;
        request.prepare_payload();
        http::write(stream_, request);
        http::response_parser<http::string_body> parser;
        parser.body_limit(boost::none);
        http::read(stream_, buffer_, parser);
        return {parser.get().result_int(), std::move(parser.get().body())};
    }

private:
    std::string host_;
    boost::asio::io_context context_;
    beast::tcp_stream stream_;
    beast::flat_buffer buffer_;
};

struct Request {
    std::string kind;
    std::string target;
    std::vector<Answer> allowed;  // the answer under each cost set; empty: any answer is allowed
};

// A request of a kind; "route=8" in a mix gives routes a weight of 8. Kinds: nearest; route; steps (a route with steps
// and its whole line); tableN (N × N) and distancesN, which also has distances.
Request make_request(const std::string& kind, const Arguments& arguments, std::mt19937& random) {
    const auto points = [&](int count) {
        std::string text;
        for (int i = 0; i < count; ++i) {
            std::uniform_real_distribution<double> x(arguments.box[0], arguments.box[2]);
            std::uniform_real_distribution<double> y(arguments.box[1], arguments.box[3]);
            const double lon = x(random);
            text += format("{}{:.6f},{:.6f}", i == 0 ? "" : ";", lon, y(random));
        }
        return text;
    };
    const auto side = [&](std::size_t name) { return std::stoi(kind.substr(name)); };
    if (kind == "nearest") return {kind, "/nearest/v1/driving/" + points(1), {}};
    if (kind == "route") return {kind, "/route/v1/driving/" + points(2) + "?overview=false", {}};
    if (kind == "steps") return {kind, "/route/v1/driving/" + points(2) + "?steps=true&overview=full", {}};
    if (kind.starts_with("table")) return {kind, "/table/v1/driving/" + points(side(5)), {}};
    if (kind.starts_with("distances")) {
        return {kind, "/table/v1/driving/" + points(side(9)) + "?annotations=duration,distance", {}};
    }
    throw std::runtime_error("no such kind of request: " + kind);
}

std::vector<Request> make_requests(const Arguments& arguments) {
    std::vector<std::string> kinds;
    for (const std::string& share : arguments.mix) {
        const std::size_t equals = share.find('=');
        const int count = equals == std::string::npos ? 1 : std::stoi(share.substr(equals + 1));
        kinds.insert(kinds.end(), static_cast<std::size_t>(count), share.substr(0, equals));
    }
    std::mt19937 random(arguments.seed);
    std::vector<Request> requests;
    for (unsigned i = 0; i < arguments.requests; ++i) {
        requests.push_back(make_request(kinds[random() % kinds.size()], arguments, random));
    }
    return requests;
}

std::string content_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot read " + path);
    return {std::istreambuf_iterator<char>(file), {}};
}

void set_costs(Connection& connection, const std::string& rows) {
    const Answer answer = connection.send(http::verb::post, "/costs", rows);
    if (answer.status != 200) throw std::runtime_error("costs were refused: " + answer.body);
}

// Latencies by kind, and counts of failures.
struct Record {
    std::map<std::string, std::vector<double>> milliseconds;
    std::uint64_t failed = 0;   // no answer, or a fault of the service
    std::uint64_t refused = 0;  // such as points without a route
    std::uint64_t mixed = 0;    // answers that belong to no cost set
    std::string first_fault;

    void add(const Request& request, const Answer& answer, double time) {
        milliseconds[request.kind].push_back(time);
        const bool is_mixed =
            !request.allowed.empty() && std::ranges::find(request.allowed, answer) == request.allowed.end();
        failed += answer.status >= 500;
        refused += answer.status >= 400 && answer.status < 500;
        mixed += is_mixed;
        if (first_fault.empty() && (is_mixed || answer.status >= 500))
            first_fault = request.target + ": " + answer.body.substr(0, 300);
    }
    void add(const Record& other) {
        for (const auto& [kind, times] : other.milliseconds) {
            milliseconds[kind].insert(milliseconds[kind].end(), times.begin(), times.end());
        }
        failed += other.failed;
        refused += other.refused;
        mixed += other.mixed;
        if (first_fault.empty()) first_fault = other.first_fault;
    }
};

Record run_client(const Arguments& arguments, const std::vector<Request>& requests, unsigned number,
                  Clock::time_point end) {
    Record record;
    Connection connection(arguments);
    for (std::size_t i = number * requests.size() / arguments.connections; Clock::now() < end; ++i) {
        const Request& request = requests[i % requests.size()];
        const auto begin = Clock::now();
        const Answer answer = connection.send(http::verb::get, request.target);
        record.add(request, answer, std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
    }
    return record;
}

struct Changes {
    std::uint64_t count = 0;
    std::vector<double> milliseconds;
};

Changes change_costs(const Arguments& arguments, const std::vector<std::string>& sets, Clock::time_point end) {
    Changes changes;
    if (sets.empty()) return changes;
    Connection connection(arguments);
    for (auto next = Clock::now(); next < end;
         next += std::chrono::milliseconds(static_cast<int>(arguments.every * 1000))) {
        std::this_thread::sleep_until(next);
        const auto begin = Clock::now();
        set_costs(connection, sets[changes.count++ % sets.size()]);
        changes.milliseconds.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
    }
    return changes;
}

double quantile(std::vector<double>& sorted, double share) {
    return sorted.empty() ? 0 : sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

void print(const std::string& name, std::vector<double> times, double seconds) {
    std::ranges::sort(times);
    std::cout << format("{:<14} {:>9} {:>10.0f} {:>8.3f} {:>8.3f} {:>8.3f}\n", name, times.size(),
                        static_cast<double>(times.size()) / seconds, quantile(times, 0.5), quantile(times, 0.99),
                        quantile(times, 1));
}

int run(const Arguments& arguments) {
    std::vector<Request> requests = make_requests(arguments);
    std::vector<std::string> sets;
    for (const std::string& path : arguments.costs) sets.push_back(content_of(path));
    if (!sets.empty()) {
        Connection connection(arguments);
        for (const std::string& set : sets) {
            set_costs(connection, set);
            for (Request& request : requests) {
                request.allowed.push_back(connection.send(http::verb::get, request.target));
            }
        }
    }
    const auto end = Clock::now() + std::chrono::milliseconds(static_cast<int>(arguments.seconds * 1000));
    Record all;
    std::mutex mutex;
    std::vector<std::thread> clients;
    for (unsigned number = 0; number < arguments.connections; ++number) {
        clients.emplace_back([&, number] {
            Record record;
            try {
                record = run_client(arguments, requests, number, end);
            } catch (const std::exception& error) {
                record.failed = 1;
                record.first_fault = error.what();
            }
            const std::lock_guard lock(mutex);
            all.add(record);
        });
    }
    const Changes changes = change_costs(arguments, sets, end);
    for (std::thread& client : clients) client.join();
    std::cout << "service         requests      a second   p50, ms  p99, ms  most, ms\n";
    for (const auto& [kind, times] : all.milliseconds) print(kind, times, arguments.seconds);
    if (changes.count > 0) print("POST /costs", changes.milliseconds, arguments.seconds);
    std::cout << format("failed {}, refused {}, of no cost set {}\n", all.failed, all.refused, all.mixed);
    if (!all.first_fault.empty()) std::cout << all.first_fault << "\n";
    return all.failed + all.mixed == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    Arguments arguments;
    CLI::App app("Load a routing service over HTTP and measure it");
    app.add_option("--host", arguments.host, "Address of the service")->capture_default_str();
    app.add_option("--port", arguments.port, "Port of the service")->capture_default_str();
    app.add_option("--box", arguments.box, "Points lie in WEST,SOUTH,EAST,NORTH")
        ->delimiter(',')
        ->expected(4)
        ->required();
    app.add_option("--mix", arguments.mix,
                   "Kinds of requests and their shares: nearest, route, steps, tableN, distancesN")
        ->delimiter(',')
        ->capture_default_str();
    app.add_option("--costs", arguments.costs, "CSV files of cost sets to send by turns")->delimiter(',');
    app.add_option("--every", arguments.every, "Seconds between cost sets")->capture_default_str();
    app.add_option("--seconds", arguments.seconds, "Duration")->capture_default_str();
    app.add_option("--connections", arguments.connections, "Connections at once")->capture_default_str();
    app.add_option("--requests", arguments.requests, "Different requests")->capture_default_str();
    app.add_option("--seed", arguments.seed, "Of the points")->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    try {
        return run(arguments);
    } catch (const std::exception& error) {
        std::cerr << "service_load: " << error.what() << "\n";
        return 1;
    }
}

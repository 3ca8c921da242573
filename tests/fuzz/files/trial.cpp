#include "trial.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

#include "command_line.h"
#include "gdal_library.h"
#include "hdf5_file.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/allocator_interface.h>
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
    return "detect_leaks=0:abort_on_error=1:max_allocation_size_mb=1500:quarantine_size_mb=8:allocator_may_return_null=0";
}
extern "C" const char* __ubsan_default_options();
extern "C" const char* __ubsan_default_options() { return "print_stacktrace=1"; }
#endif

namespace fuzz {

namespace {

constexpr rlim_t processor_seconds = 10;
constexpr unsigned wall_seconds = 120;  // for what waits; the machine may be busy
constexpr std::size_t most_of_errors = std::size_t{4} << 20;

#if defined(__SANITIZE_ADDRESS__)
// What the program asked for and has not given back: the sanitizer's own needs do not count.
struct Held {
    std::atomic<std::int64_t> now{0};
    std::atomic<std::int64_t> most{0};
};
Held* held = nullptr;  // shared with the parent
constexpr std::int64_t hold_limit = std::int64_t{3} << 30;

void note_malloc(const volatile void*, std::size_t size) {
    if (held == nullptr) return;
    const std::int64_t now = held->now += static_cast<std::int64_t>(size);
    if (now > held->most) held->most = now;
    if (now > hold_limit) std::abort();
}
void note_free(const volatile void* block) {
    if (held == nullptr || block == nullptr) return;
    held->now -= static_cast<std::int64_t>(__sanitizer_get_allocated_size(block));
}
#endif

int memory_file() {
    const int file = memfd_create("errors", 0);
    if (file < 0) throw std::runtime_error("no memory file");
    return file;
}

void limit(int resource, rlim_t value) {
    const rlimit both{value, value};
    setrlimit(static_cast<__rlimit_resource>(resource), &both);
}

[[noreturn]] void be_child(const std::vector<std::string>& words, const std::filesystem::path& folder, int errors) {
    if (chdir(folder.c_str()) != 0) _exit(111);
    const int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, 0);
    dup2(nothing, 1);
    dup2(errors, 2);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, rlim_t{1} << 30);
    limit(RLIMIT_CPU, processor_seconds);
#if !defined(__SANITIZE_ADDRESS__)
    limit(RLIMIT_AS, rlim_t{6} << 30);
#endif
    std::signal(SIGXFSZ, SIG_IGN);
    alarm(wall_seconds);
    std::vector<std::string> texts{"allways"};
    texts.insert(texts.end(), words.begin(), words.end());
    std::vector<char*> arguments;
    for (std::string& text : texts) arguments.push_back(text.data());
    arguments.push_back(nullptr);
    std::exit(allways::tools::run_command_line(static_cast<int>(texts.size()), arguments.data()));
}

std::string content_of(int file) {
    std::string text(most_of_errors, '\0');
    const ssize_t size = pread(file, text.data(), text.size(), 0);
    text.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
    return text;
}

}  // namespace

void warm_up() {
    setenv("OCL_ICD_VENDORS", "/nonexistent", 1);  // the plain executor: device drivers start slowly
    setenv("OMP_NUM_THREADS", "1", 1);
    allways::gdal::start();
    allways::hdf5::start();
#if defined(__SANITIZE_ADDRESS__)
    void* page = mmap(nullptr, sizeof(Held), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) throw std::runtime_error("no shared page");
    held = new (page) Held;
    __sanitizer_install_malloc_and_free_hooks(note_malloc, note_free);
#endif
}

std::vector<std::string> split_words(const std::string& line) {
    std::istringstream in(line);
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    return words;
}

Outcome run_command(const std::vector<std::string>& words, const std::filesystem::path& folder) {
    const int errors = memory_file();
    std::fflush(nullptr);
#if defined(__SANITIZE_ADDRESS__)
    if (held != nullptr) held->now = held->most = 0;
#endif
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("no child process");
    if (child == 0) be_child(words, folder, errors);
    int status = 0;
    rusage usage{};
    while (wait4(child, &status, 0, &usage) < 0) {
    }
    Outcome outcome;
    outcome.errors = content_of(errors);
    close(errors);
#if defined(__SANITIZE_ADDRESS__)
    outcome.memory = held == nullptr ? 0 : static_cast<std::uint64_t>(held->most.load());
#else
    outcome.memory = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
#endif
    if (WIFSIGNALED(status)) {
        outcome.signal = WTERMSIG(status);
        const bool slow = outcome.signal == SIGXCPU || outcome.signal == SIGALRM || outcome.signal == SIGKILL;
        outcome.kind = slow ? Outcome::Kind::hang : Outcome::Kind::signal;
    } else {
        outcome.exit_code = WEXITSTATUS(status);
    }
    return outcome;
}

void in_child(const std::function<void()>& job) {
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("no child process");
    if (child == 0) {
        try {
            job();
        } catch (const std::exception& error) {
            std::fprintf(stderr, "%s\n", error.what());
            _exit(1);
        }
        _exit(0);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
    }
    if (status != 0) throw std::runtime_error("a seed was not made");
}

std::string fault_of_messages(const std::string& errors, int exit_code) {
    constexpr std::size_t longest = 1500;
    std::size_t told = 0;
    std::istringstream lines(errors);
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("allways: ")) return "a line that is not the command's own: " + line.substr(0, 200);
        if (line.starts_with("allways: error: ")) ++told;
        if (line.size() > longest) return "a line of " + std::to_string(line.size()) + " bytes";
        if (std::ranges::any_of(line, [](char c) { return static_cast<unsigned char>(c) < 32 || c == 127; })) {
            return "a control character in a message";
        }
    }
    if (told > 1) return "several errors";
    if (told == 0 && exit_code != 0 && exit_code != 6) return "no error is told";
    if (told == 1 && exit_code == 0) return "an error, and exit 0";
    return "";
}

}  // namespace fuzz

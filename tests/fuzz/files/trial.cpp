// SPDX-License-Identifier: Apache-2.0
#include "trial.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

#include "command/command_line.h"
#include "libraries/gdal_library.h"
#include "libraries/hdf5_file.h"

#if defined(__SANITIZE_ADDRESS__)
// From sanitizer/allocator_interface.h, which not every compiler's package includes.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void*, std::size_t),
                                                         void (*on_free)(const volatile void*));
extern "C" std::size_t __sanitizer_get_allocated_size(const volatile void* block);
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
    return "detect_leaks=0:abort_on_error=1:max_allocation_size_mb=1500:quarantine_size_mb=8:allocator_may_return_null="
           "0:malloc_context_size=2";
}
extern "C" const char* __ubsan_default_options();
extern "C" const char* __ubsan_default_options() {
    return "print_stacktrace=1";
}
#endif

namespace fuzz {

namespace {

constexpr rlim_t processor_seconds = 10;
constexpr unsigned wall_seconds = 120;  // for what waits; the machine may be busy
constexpr std::size_t most_of_errors = std::size_t{4} << 20;
constexpr std::size_t most_jobs = 64;

// A value that parent and children share.
template <class T>
T* shared() {
    void* page = mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) throw std::runtime_error("no shared page");
    return new (page) T;
}

#if defined(__SANITIZE_ADDRESS__)
// Memory that the program requested and has not freed; the sanitizer's own needs do not count.
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

// The results of a child process, in memory shared with its parent.
struct Told {
    int started = 0, ended = 0;  // jobs
    std::array<int, most_jobs> exit_codes{};
    std::array<std::int64_t, most_jobs> memory{};
};

// Seconds of processor time that this process has taken.
rlim_t seconds_taken() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<rlim_t>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec);
}

int run_here(const Job& job, int errors) {
    if (chdir(job.folder.c_str()) != 0) return 111;
    dup2(errors, 2);
    const rlimit time{seconds_taken() + processor_seconds + 1, RLIM_INFINITY};
    setrlimit(RLIMIT_CPU, &time);
    alarm(wall_seconds);
    std::vector<std::string> texts{"allways"};
    texts.insert(texts.end(), job.words.begin(), job.words.end());
    std::vector<char*> arguments;
    for (std::string& text : texts) arguments.push_back(text.data());
    arguments.push_back(nullptr);
    return allways::command::run_command_line({"allways", "", allways::command::commands()},
                                              static_cast<int>(texts.size()), arguments.data());
}

// Jobs from `first` on.
[[noreturn]] void be_child(const std::vector<Job>& jobs, std::size_t first, const std::vector<int>& errors,
                           Told& told) {
    const int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, 0);
    dup2(nothing, 1);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, rlim_t{1} << 30);
#if !defined(__SANITIZE_ADDRESS__)
    limit(RLIMIT_AS, rlim_t{6} << 30);
#endif
    std::signal(SIGXFSZ, SIG_IGN);
    for (std::size_t at = first; at < jobs.size(); ++at) {
        told.started = static_cast<int>(at) + 1;
        if (jobs[at].prepare) jobs[at].prepare();
#if defined(__SANITIZE_ADDRESS__)
        held->now = held->most = 0;
#endif
        told.exit_codes[at] = run_here(jobs[at], errors[at]);
#if defined(__SANITIZE_ADDRESS__)
        told.memory[at] = held->most;
#endif
        std::fflush(nullptr);
        told.ended = static_cast<int>(at) + 1;
    }
    std::exit(0);  // what runs at the end of a process is tried as well
}

std::string content_of(int file) {
    struct stat facts {};
    fstat(file, &facts);
    std::string text(std::min(most_of_errors, static_cast<std::size_t>(facts.st_size)), '\0');
    const ssize_t size = pread(file, text.data(), text.size(), 0);
    text.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
    return text;
}

}  // namespace

void warm_up() {
    setenv("OCL_ICD_VENDORS", "/nonexistent", 1);  // the plain executor: device drivers start slowly
    setenv("OMP_NUM_THREADS", "1", 1);
    allways::importers::gdal::start();
    allways::importers::hdf5::start();
#if defined(__SANITIZE_ADDRESS__)
    held = shared<Held>();
    __sanitizer_install_malloc_and_free_hooks(note_malloc, note_free);
#endif
}

std::vector<std::string> split_words(const std::string& line) {
    std::istringstream in(line);
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    return words;
}

#if defined(__SANITIZE_ADDRESS__)
const std::size_t jobs_a_process = most_jobs;
#else
const std::size_t jobs_a_process = 1;
#endif

std::vector<Outcome> run_commands(const std::vector<Job>& jobs) {
    if (jobs.size() > jobs_a_process) throw std::runtime_error("too many jobs");
    static Told* const told = shared<Told>();
    std::vector<int> errors;
    for (std::size_t i = 0; i < jobs.size(); ++i) errors.push_back(memory_file());
    std::vector<Outcome> outcomes(jobs.size());
    std::fflush(nullptr);
    for (std::size_t first = 0; first < jobs.size();) {
        *told = Told{};
        const pid_t child = fork();
        if (child < 0) throw std::runtime_error("no child process");
        if (child == 0) be_child(jobs, first, errors, *told);
        int status = 0;
        rusage usage{};
        while (wait4(child, &status, 0, &usage) < 0) {
        }
        const auto ended = static_cast<std::size_t>(told->ended);
        for (std::size_t at = first; at < ended; ++at) {
            outcomes[at].exit_code = told->exit_codes[at];
            outcomes[at].memory = static_cast<std::uint64_t>(told->memory[at]);
        }
        if (jobs_a_process == 1) outcomes[first].memory = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
        first = std::max(first, static_cast<std::size_t>(told->started));
        if (first == 0) throw std::runtime_error("a child process does not start");
        if (WIFSIGNALED(status)) {
            Outcome& last =
                outcomes[first - 1];  // at the end of the process too: the last command left something behind
            last.signal = WTERMSIG(status);
            const bool slow = last.signal == SIGXCPU || last.signal == SIGALRM || last.signal == SIGKILL;
            last.kind = slow ? Outcome::Kind::hang : Outcome::Kind::signal;
        } else if (WEXITSTATUS(status) != 0) {
            outcomes[first - 1].exit_code = WEXITSTATUS(status);
        }
    }
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        outcomes[i].errors = content_of(errors[i]);
        close(errors[i]);
    }
    return outcomes;
}

Outcome run_command(const std::vector<std::string>& words, const std::filesystem::path& folder) {
    return run_commands({{words, folder, {}}}).front();
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

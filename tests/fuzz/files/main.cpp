// SPDX-License-Identifier: Apache-2.0
// Damaged files through the whole command: each mutant of a seed is read by a child process, which has to end in time,
// within memory, with exit code 0 or 2 to 6 and one line of error.
//     mutate_files [--count N] [--seed S] [--only KIND]… [--keep FOLDER] [--first N]
// A mutant depends on the seed and its number alone: --first 1234 --count 1 makes one again.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <stdexcept>

#include <unistd.h>

#include "forge.h"
#include "mutate.h"
#include "seeds.h"
#include "trial.h"

namespace fs = std::filesystem;
using namespace fuzz;

namespace {

struct Options {
    std::uint64_t count = 1000, seed = 1, first = 0;
    std::set<std::string> only;
    fs::path keep;
};

struct File {
    fs::path name;  // in the folder of its kind
    std::string bytes;
};

struct Prepared {
    Kind kind;
    std::vector<File> files;
    std::size_t bytes = 0;
    std::map<std::string, std::uint64_t> memory;  // by line, of the undamaged files
};

std::string text_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& path, const std::string& bytes) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += by.size())
        text.replace(at, what.size(), by);
    return text;
}

class Trials {
public:
    Trials(Options options, fs::path work) : options_(std::move(options)), work_(std::move(work)) {
        for (const Kind& kind : make_seeds(work_ / "seeds")) {
            if (!options_.only.empty() && !options_.only.contains(kind.name)) continue;
            Prepared prepared{kind, {}, 0, {}};
            const fs::path folder = work_ / "seeds" / kind.name;
            for (const auto& entry : fs::recursive_directory_iterator(folder)) {
                if (!entry.is_regular_file()) continue;
                prepared.files.push_back({fs::relative(entry.path(), folder), text_of(entry.path())});
                prepared.bytes += prepared.files.back().bytes.size();
            }
            std::ranges::sort(prepared.files, {}, [](const File& file) { return file.name.string(); });
            kinds_.push_back(std::move(prepared));
        }
        if (kinds_.empty()) throw std::runtime_error("no such kind");
    }

    // Mutants of a round are of different kinds, so that each has a folder of its own.
    void run() {
        const std::uint64_t end = options_.first + options_.count;
        const std::uint64_t round = std::min<std::uint64_t>(jobs_a_process, kinds_.size());
        for (std::uint64_t first = options_.first; first < end; first += round) {
            std::vector<std::uint64_t> numbers;
            for (std::uint64_t number = first; number < std::min(end, first + round); ++number)
                numbers.push_back(number);
            try_all(numbers);
            const std::uint64_t before = (first - options_.first) / 5000, now = (first + round - options_.first) / 5000;
            if (before != now) {
                std::fprintf(stderr, "%llu mutants, %llu faults\n",
                             static_cast<unsigned long long>(first + round - options_.first),
                             static_cast<unsigned long long>(faults_));
            }
        }
    }

    // Prints the tallies. Returns true if there were no faults.
    bool report() const {
        std::printf("%-22s %9s %9s  exit codes\n", "kind", "mutants", "faults");
        for (const auto& [name, tally] : tallies_) {
            std::printf("%-22s %9llu %9llu ", name.c_str(), static_cast<unsigned long long>(tally.mutants),
                        static_cast<unsigned long long>(tally.faults));
            for (const auto& [code, count] : tally.codes)
                std::printf(" %d: %llu", code, static_cast<unsigned long long>(count));
            std::printf("\n");
        }
        for (const auto& [sign, count] : signs_)
            std::printf("%6llu × %s\n", static_cast<unsigned long long>(count), sign.c_str());
        std::printf("%llu mutants, %llu faults of %zu kinds\n", static_cast<unsigned long long>(options_.count),
                    static_cast<unsigned long long>(faults_), signs_.size());
        return faults_ == 0;
    }

private:
    struct Tally {
        std::uint64_t mutants = 0, faults = 0;
        std::map<int, std::uint64_t> codes;
    };

    struct Mutant {
        std::uint64_t number = 0;
        Random random;
        Prepared* prepared = nullptr;
        std::string line;
        const File* file = nullptr;
    };

    Mutant mutant(std::uint64_t number) {
        Mutant made{number, Random(options_.seed * 1'000'003 + number), &kinds_[number % kinds_.size()], "", nullptr};
        made.line = made.random.pick(made.prepared->kind.lines);
        made.file = &made.random.pick(made.prepared->files);
        return made;
    }

    void try_all(const std::vector<std::uint64_t>& numbers) {
        std::vector<Mutant> mutants;
        std::vector<Job> jobs;
        for (const std::uint64_t number : numbers) {
            mutants.push_back(mutant(number));
            note_valid(mutants.back());
        }
        for (Mutant& mutant : mutants) {
            jobs.push_back(job(mutant.line, mutant.prepared->kind));
            const auto clear = jobs.back().prepare;
            jobs.back().prepare = [this, clear, &mutant] {
                clear();
                damage(fresh_folder(*mutant.prepared) / mutant.file->name, *mutant.file, mutant.random);
            };
        }
        const std::vector<Outcome> outcomes = run_commands(jobs);
        for (std::size_t i = 0; i < mutants.size(); ++i) judge(mutants[i], outcomes[i]);
    }

    // Records the memory that the undamaged files take.
    void note_valid(const Mutant& mutant) {
        Prepared& prepared = *mutant.prepared;
        if (prepared.memory.contains(mutant.line)) return;
        fresh_folder(prepared);
        const Outcome valid = run_commands({job(mutant.line, prepared.kind)}).front();
        prepared.memory[mutant.line] = valid.memory;
        check(valid, mutant.line, prepared, 0, "valid");
    }

    void judge(const Mutant& mutant, const Outcome& outcome) {
        std::uint64_t bytes = 0;
        for (const auto& entry : fs::recursive_directory_iterator(folder_of(mutant.prepared->kind))) {
            if (entry.is_regular_file()) bytes += entry.file_size();
        }
        Tally& tally = tallies_[mutant.prepared->kind.name];
        ++tally.mutants;
        if (outcome.kind == Outcome::Kind::ok) ++tally.codes[outcome.exit_code];
        const std::uint64_t allowed = mutant.prepared->memory[mutant.line] + 20 * bytes + (std::uint64_t{64} << 20);
        if (!check(outcome, mutant.line, *mutant.prepared, allowed, std::to_string(mutant.number))) ++tally.faults;
    }

    fs::path folder_of(const Kind& kind) const { return work_ / "mutant" / kind.name; }

    fs::path fresh_folder(const Prepared& prepared) {
        const fs::path folder = folder_of(prepared.kind);
        fs::remove_all(folder);
        for (const File& file : prepared.files) write(folder / file.name, file.bytes);
        return folder;
    }

    void damage(const fs::path& path, const File& file, Random& random) {
        const bool hdf5 = file.bytes.starts_with("\x89HDF"), sqlite = file.bytes.starts_with("SQLite format 3");
        if (hdf5 && !random.chance(4)) return forge_hdf5(path, random);
        if (sqlite && !random.chance(4)) return forge_sqlite(path, random);
        write(path, mutated(file.bytes, random));
    }

    Job job(const std::string& line, const Kind& kind) const {
        const fs::path out = work_ / "out";
        std::string filled = replaced(line, "{}", (folder_of(kind) / kind.main).string());
        filled = replaced(filled, "BASE", (work_ / "seeds" / "base").string());
        return {split_words(filled), out, [out] {
                    fs::remove_all(out);
                    fs::create_directories(out);
                }};
    }

    bool check(const Outcome& outcome, const std::string& line, const Prepared& prepared, std::uint64_t memory,
               const std::string& number) {
        std::string fault;
        if (outcome.kind == Outcome::Kind::signal)
            fault = "signal " + std::to_string(outcome.signal);
        else if (outcome.kind == Outcome::Kind::hang)
            fault = "does not end";
        else if (outcome.exit_code == 1 || outcome.exit_code > 6)
            fault = "exit " + std::to_string(outcome.exit_code);
        else
            fault = fault_of_messages(outcome.errors, outcome.exit_code);
        if (fault.empty() && memory != 0 && outcome.memory > memory) {
            fault = "memory beyond what is allowed";
        }
        if (fault.empty()) return true;
        ++faults_;
        const std::string sign = prepared.kind.name + ": " + fault + ": " + sign_of(outcome.errors);
        if (++signs_[sign] <= 2) keep(outcome, line, prepared, fault, number);
        return false;
    }

    // Distinguishes faults: by the place in the sources, or by the message without its numbers.
    static std::string sign_of(const std::string& errors) {
        std::size_t at = errors.find("ERROR: AddressSanitizer");
        if (const std::size_t undefined = errors.find("runtime error: "); undefined < at) at = undefined;
        std::string sign;
        if (at != errors.npos) sign = errors.substr(at, errors.find('\n', at) - at);
        if (const std::size_t frame = errors.find(" in allways::", at == errors.npos ? 0 : at); frame != errors.npos) {
            sign += errors.substr(frame, errors.find('\n', frame) - frame);
        }
        if (sign.empty()) sign = errors.substr(0, errors.find('\n'));
        std::string plain;
        for (const char c : sign.substr(0, 300)) {
            if (c < '0' || c > '9') plain += static_cast<unsigned char>(c) < 32 ? '?' : c;
        }
        return plain.substr(0, 220);
    }

    void keep(const Outcome& outcome, const std::string& line, const Prepared& prepared, const std::string& fault,
              const std::string& number) {
        const std::string told = prepared.kind.name + " " + number + ": " + fault + ", " +
                                 std::to_string(outcome.memory >> 20) + " MB: allways " + line;
        std::fprintf(stderr, "%s\n    %s\n", told.c_str(), sign_of(outcome.errors).c_str());
        if (options_.keep.empty()) return;
        const fs::path folder = options_.keep / (prepared.kind.name + "-" + number);
        fs::remove_all(folder);
        fs::create_directories(folder);
        fs::copy(folder_of(prepared.kind), folder / "files", fs::copy_options::recursive);
        write(folder / "told.txt", told + "\n" + outcome.errors);
    }

    Options options_;
    fs::path work_;
    std::vector<Prepared> kinds_;
    std::map<std::string, Tally> tallies_;
    std::map<std::string, std::uint64_t> signs_;
    std::uint64_t faults_ = 0;
};

Options options_of(int argc, char** argv) {
    Options options;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string name = argv[i], value = argv[i + 1];
        if (name == "--count")
            options.count = std::stoull(value);
        else if (name == "--seed")
            options.seed = std::stoull(value);
        else if (name == "--first")
            options.first = std::stoull(value);
        else if (name == "--only")
            options.only.insert(value);
        else if (name == "--keep")
            options.keep = fs::absolute(value);
        else
            throw std::runtime_error("no option " + name);
    }
    if (argc % 2 == 0) throw std::runtime_error("an option has no value");
    return options;
}

}  // namespace

int main(int argc, char** argv) {
    const fs::path shared("/dev/shm");
    const fs::path work =
        (fs::is_directory(shared) ? shared : fs::temp_directory_path()) / ("mutants." + std::to_string(getpid()));
    int code = 1;
    try {
        const Options options = options_of(argc, argv);
        warm_up();
        Trials trials(options, work);
        trials.run();
        code = trials.report() ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "mutate_files: %s\n", error.what());
    }
    std::error_code error;
    fs::remove_all(work, error);
    return code;
}

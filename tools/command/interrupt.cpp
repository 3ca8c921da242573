// SPDX-License-Identifier: Apache-2.0
#include "command/interrupt.h"

#include <csignal>

namespace allways::command {

namespace {
volatile std::sig_atomic_t interrupted = 0;
volatile std::sig_atomic_t hangup = 0;
extern "C" void note_interrupt(int) {
    interrupted = 1;
}
extern "C" void note_hangup(int) {
    hangup = 1;
}
}  // namespace

void watch_for_interrupts() {
    struct sigaction action = {};
    action.sa_handler = note_interrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    struct sigaction before = {};
    sigaction(SIGHUP, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);
    std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit on sizes is a failed write, as on a full disk
}

void watch_for_hangups() {
    struct sigaction action = {};
    action.sa_handler = note_hangup;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGHUP, &action, nullptr);
}

bool hung_up() {
    const bool was = hangup != 0;
    if (was) hangup = 0;
    return was;
}

bool is_interrupted() {
    return interrupted != 0;
}

}  // namespace allways::command

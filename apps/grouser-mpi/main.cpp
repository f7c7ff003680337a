// SPDX-License-Identifier: BSD-3-Clause
// grouser-mpi: hands the tasks of a campaign to the ranks of Open MPI.
//
//   mpirun -np 5 grouser-mpi GROUSER DIR
//
// Rank 0 gives out the lines of DIR/tasks by their numbers, one at a time, as ranks ask; each other rank runs
// `GROUSER campaign work DIR --task N` in a process of its own. What a row is, where it is kept and what is
// missing is the business of that program: a rank that ends takes the whole of mpirun with it, and the next
// run goes on from the rows that are there.
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iostream>
#include <string>

namespace {

constexpr int kAsk = 1, kGive = 2;  // tags
constexpr int kNoMore = -1;
constexpr useconds_t kIdle = 2000;  // us: MPI_Recv itself would keep a processor busy

/// Receives one number from anybody without spinning; returns who sent it.
int receive(int& number, int tag) {
  MPI_Status status;
  for (int there = 0; !there;) {
    MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &there, &status);
    if (!there) ::usleep(kIdle);
  }
  MPI_Recv(&number, 1, MPI_INT, status.MPI_SOURCE, tag, MPI_COMM_WORLD, &status);
  return status.MPI_SOURCE;
}

/// Number of lines of DIR/tasks; 0 if there is no such file.
int count_tasks(const std::string& folder) {
  std::ifstream lines(folder + "/tasks");
  int count = 0;
  for (std::string line; std::getline(lines, line);) ++count;
  return count;
}

/// Runs on rank 0: gives tasks 0, 1, 2 ... to the ranks that ask, until each has got "no more". Returns the
/// number of tasks that failed; a rank reports its last task's exit code with its next request.
int give_out(const std::string& folder, int ranks) {
  const int tasks = count_tasks(folder);
  int next = 0, failed = 0;
  for (int waiting = ranks - 1; waiting > 0;) {
    int code = 0;
    const int rank = receive(code, kAsk);
    failed += code != 0 ? 1 : 0;
    int task = next < tasks ? next++ : kNoMore;
    MPI_Send(&task, 1, MPI_INT, rank, kGive, MPI_COMM_WORLD);
    if (task == kNoMore) --waiting;
  }
  return failed;
}

/// Runs one task in a child process. Returns its exit code; 1 if it could not start or a signal ended it.
int work(const std::string& program, const std::string& folder, int task) {
  const std::string number = std::to_string(task);
  const pid_t rank = ::getpid(), process = ::fork();
  if (process == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);  // it keeps what is done and ends
    // The rank may have ended before prctl took effect; then no signal would come.
    if (::getppid() != rank) ::_exit(1);
    ::execl(program.c_str(), program.c_str(), "campaign", "work", folder.c_str(), "--task", number.c_str(),
            "--threads", "1", static_cast<char*>(nullptr));
    ::_exit(127);
  }
  int status = 0;
  if (process < 0 || ::waitpid(process, &status, 0) != process) return 1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/// Runs on the other ranks: asks rank 0 for tasks and runs them one after another until there are none.
void ask_for_work(const std::string& program, const std::string& folder) {
  for (int code = 0;;) {
    int task = kNoMore;
    MPI_Send(&code, 1, MPI_INT, 0, kAsk, MPI_COMM_WORLD);
    receive(task, kGive);
    if (task == kNoMore) return;
    code = work(program, folder, task);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string usage =
      "usage: mpirun -np RANKS grouser-mpi GROUSER DIR   ('grouser campaign run --engine mpi' starts it)\n";
  if (argc == 2 && (argv[1] == std::string("--help") || argv[1] == std::string("-h"))) {
    std::cout << "Hands the tasks of a campaign to the ranks of Open MPI.\n" << usage;
    return 0;
  }
  if (argc != 3) {
    std::cerr << usage;
    return 2;
  }
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1, failed = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (rank == 0)
    failed = give_out(argv[2], ranks);
  else
    ask_for_work(argv[1], argv[2]);
  MPI_Finalize();
  return rank == 0 && failed > 0 ? 1 : 0;
}

#ifndef MERCER_CORE_MPI_SESSION_H_
#define MERCER_CORE_MPI_SESSION_H_

namespace mercer {

/// The lifetime of MPI, from initialisation to finalisation: one object in main that exists as long
/// as anything communicates. One thread at a time may call MPI (MPI_THREAD_SERIALIZED).
class MpiSession {
 public:
  /// Whether this build supports MPI (CMake option MERCER_WITH_MPI).
  static bool IsBuilt();

  /// Initialises MPI. Throws InvalidInput in a build without MPI, std::runtime_error if MPI cannot
  /// be initialised.
  MpiSession();
  /// Finalises MPI, which waits for the other ranks. While an exception unwinds the stack it aborts
  /// all ranks (Abort) instead, since they would wait for ever for a rank that has given up.
  ~MpiSession();
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }

  /// Ends all ranks at once; the launcher's exit code is `code` if the launcher passes it on.
  [[noreturn]] static void Abort(int code);

 private:
  int rank_ = 0;
  int size_ = 1;
  int exceptions_ = 0;  // in flight when the session began
};

}  // namespace mercer

#endif  // MERCER_CORE_MPI_SESSION_H_

#ifndef MERCER_CORE_MPI_SESSION_H_
#define MERCER_CORE_MPI_SESSION_H_

namespace mercer {

/// MPI from its initialisation to its end: one object in main, alive while anything communicates.
/// One thread at a time may call MPI (MPI_THREAD_SERIALIZED).
class MpiSession {
 public:
  /// Whether this build can talk MPI (CMake option MERCER_WITH_MPI).
  static bool IsBuilt();

  /// Initialises MPI. Throws InvalidInput in a build without MPI, std::runtime_error where MPI
  /// cannot be initialised.
  MpiSession();
  /// Ends MPI, which waits for the other ranks; while an exception unwinds the stack it ends all of
  /// them (Abort), since they would wait for ever for a rank that gave up.
  ~MpiSession();
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }

  /// Ends every rank at once; the launcher's exit code is `code` where the launcher passes it on.
  [[noreturn]] static void Abort(int code);

 private:
  int rank_ = 0;
  int size_ = 1;
  int exceptions_ = 0;  // in flight when the session began
};

}  // namespace mercer

#endif  // MERCER_CORE_MPI_SESSION_H_

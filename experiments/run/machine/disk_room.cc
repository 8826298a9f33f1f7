#include "experiments/run/machine/disk_room.h"

#include <system_error>

namespace mercer {

namespace fs = std::filesystem;

bool HasRoomFor(double bytes, const fs::path& folder, double left_free) {
  std::error_code error;
  fs::create_directory(folder, error);
  const fs::space_info space = fs::space(folder, error);
  return !error && static_cast<double>(space.available) >= bytes + left_free;
}

}  // namespace mercer

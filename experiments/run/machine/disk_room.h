#ifndef MERCER_EXPERIMENTS_RUN_MACHINE_DISK_ROOM_H_
#define MERCER_EXPERIMENTS_RUN_MACHINE_DISK_ROOM_H_

#include <filesystem>

namespace mercer {

/// Bytes of a disk that are kept free for records. Data that trials share are not written if less
/// than this would be left.
inline constexpr double kRoomForRecords = 1 << 30;

/// Whether `left_free` bytes of the folder's disk remain free after writing `bytes` more. Creates
/// the folder if its parent exists; false if there is no folder.
bool HasRoomFor(double bytes, const std::filesystem::path& folder,
                double left_free = kRoomForRecords);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_RUN_MACHINE_DISK_ROOM_H_

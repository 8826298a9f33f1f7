# cmake --toolchain cmake/aarch64-linux-gnu.cmake -DMERCER_ARM_ROOT=FOLDER …: builds for 64-bit ARM
# on another Debian machine (package g++-aarch64-linux-gnu), with the libraries that tools/arm-root
# put into FOLDER. Programs run by `qemu-aarch64 -L FOLDER` (package qemu-user).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES MERCER_ARM_ROOT)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
# Headers without libraries, such as Eigen, are those of the system.
set(CMAKE_FIND_ROOT_PATH "${MERCER_ARM_ROOT}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_C_FLAGS_INIT "-isystem ${MERCER_ARM_ROOT}/usr/include/aarch64-linux-gnu")
set(CMAKE_CXX_FLAGS_INIT "${CMAKE_C_FLAGS_INIT}")
set(CMAKE_EXE_LINKER_FLAGS_INIT
    "-Wl,-rpath-link,${MERCER_ARM_ROOT}/usr/lib/aarch64-linux-gnu:${MERCER_ARM_ROOT}/lib/aarch64-linux-gnu")
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L "${MERCER_ARM_ROOT}")

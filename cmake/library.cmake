# SPDX-License-Identifier: MIT
# libconcentric, for other people's programs (docs/library.md): shared and static, its headers, its
# manual page, pkg-config and CMake packages, examples. Only what the public headers name is visible,
# in the archive too, so that no inner name of ours can clash with one of theirs. It needs libc and
# libm alone: database blocks are unpacked by our own reader of zstd.
add_library(lib_store OBJECT src/solve/database.c src/solve/file.c src/solve/store.c)
target_compile_definitions(lib_store PRIVATE CONCENTRIC_LIBC_ALONE)
target_include_directories(lib_store PUBLIC src)
target_link_libraries(lib_store PUBLIC flags)
add_library(lib_facade OBJECT
            src/lib/batch.c
            src/lib/batch_numbers.c
            src/lib/catalogue.c
            src/lib/clock.c
            src/lib/database.c
            src/lib/ending.c
            src/lib/game.c
            src/lib/match.c
            src/lib/position.c
            src/lib/record.c
            src/lib/search.c
            src/lib/series.c
            src/lib/tree.c)
target_include_directories(lib_facade PUBLIC src include)
target_link_libraries(lib_facade PUBLIC flags)
add_dependencies(lib_facade layers)
set(lib_parts lib_facade lib_store base core games ai play view probe think)

add_library(libconcentric_shared SHARED)
set(symbols ${CMAKE_SOURCE_DIR}/cmake/concentric.map)
target_link_libraries(libconcentric_shared PRIVATE ${lib_parts} m)
target_link_options(libconcentric_shared PRIVATE -Wl,--version-script=${symbols} -Wl,--gc-sections)
set_target_properties(libconcentric_shared PROPERTIES LINK_DEPENDS ${symbols})

set(one_object ${CMAKE_BINARY_DIR}/concentric_one.o)
set(lib_objects "")
foreach(part ${lib_parts})
  list(APPEND lib_objects $<TARGET_OBJECTS:${part}>)
endforeach()
add_custom_command(OUTPUT ${one_object}
                   COMMAND ${CMAKE_LINKER} -r -o ${one_object} ${lib_objects}
                   COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${one_object}
                   DEPENDS ${lib_objects} COMMAND_EXPAND_LISTS VERBATIM
                   COMMENT "Joining the objects of libconcentric.a")
add_library(libconcentric_static STATIC ${one_object})
set_target_properties(libconcentric_static PROPERTIES LINKER_LANGUAGE C)
target_link_libraries(libconcentric_static INTERFACE m Threads::Threads)
foreach(library libconcentric_static libconcentric_shared)
  set_target_properties(${library} PROPERTIES OUTPUT_NAME concentric VERSION ${PROJECT_VERSION}
                        SOVERSION 0)
  target_include_directories(${library} PUBLIC $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/include>)
endforeach()
set_target_properties(libconcentric_static PROPERTIES EXPORT_NAME static)
set_target_properties(libconcentric_shared PROPERTIES EXPORT_NAME shared)

# What the examples show is run by tests/cli/test_library.sh.
foreach(example random_game engine_match selfplay_data analyse)
  add_executable(example_${example} examples/${example}.c)
  set_target_properties(example_${example} PROPERTIES OUTPUT_NAME examples/${example} C_STANDARD 11)
  target_link_libraries(example_${example} PRIVATE libconcentric_shared)
  if(CONCENTRIC_SANITIZE)
    target_link_options(example_${example} PRIVATE -fsanitize=${CONCENTRIC_SANITIZE})
  endif()
endforeach()
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/examples)

file(RELATIVE_PATH PC_TO_PREFIX /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
configure_file(cmake/concentric.pc.in concentric.pc @ONLY)
install(TARGETS libconcentric_static libconcentric_shared EXPORT concentric-targets
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
include(CMakePackageConfigHelpers)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/concentric)
configure_package_config_file(cmake/concentric-config.cmake.in concentric-config.cmake
                              INSTALL_DESTINATION ${package})
write_basic_package_version_file(concentric-config-version.cmake COMPATIBILITY SameMinorVersion)
install(EXPORT concentric-targets NAMESPACE concentric:: DESTINATION ${package})
install(FILES ${CMAKE_BINARY_DIR}/concentric-config.cmake
              ${CMAKE_BINARY_DIR}/concentric-config-version.cmake DESTINATION ${package})
install(DIRECTORY include/concentric DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(FILES ${CMAKE_BINARY_DIR}/concentric.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES docs/concentric.3 DESTINATION ${CMAKE_INSTALL_MANDIR}/man3)
# The database of six, which the build solves, for concentric_database_open.
install(FILES ${CMAKE_BINARY_DIR}/six.pack DESTINATION ${CMAKE_INSTALL_DATADIR}/concentric OPTIONAL)

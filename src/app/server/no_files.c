/* SPDX-License-Identifier: MIT */
/* An empty page, for the program that runs during the build to write games.json: the files of the
 * real one cannot be embedded before they are made. */
#include "app/server/files.h"

const PageFile page_files[] = {{0}};
const size_t page_file_count = 0;

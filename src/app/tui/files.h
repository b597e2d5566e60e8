/* SPDX-License-Identifier: MIT */
/* The files of the terminal game: records that people save and open, and one saved game for each
 * variant in the state directory ($XDG_STATE_HOME or ~/.local/state, then concentric/). Writing is
 * all or nothing: a file without a name (where the file system has them), synced, gets its name
 * when it is whole, so that a killed save leaves nothing behind. */
#ifndef CONCENTRIC_APP_TUI_FILES_H
#define CONCENTRIC_APP_TUI_FILES_H

#include "app/tui/play.h"

#include <sys/stat.h>

enum { FILES_PATH_MAX = 1024, FILES_LIST_MAX = 16, FILES_OWN_MAX = 8 };

/* The files that were written last, as they were then: these may be written over. */
typedef struct FilesOwn {
    struct stat seen[FILES_OWN_MAX];
    unsigned count;
} FilesOwn;

/* Writes the game's records. A file that is there and is not among `own` is not touched. False with
 * a reason in the game's language in why. */
bool files_write(const Play *play, const char *path, FilesOwn *own, char *why);
/* The same for a text that is there already; and whether it is a record. */
bool files_write_text(const char *bytes, size_t count, const char *path, Lang lang, FilesOwn *own,
                      char *why);
/* Writes a text in the place of whatever is there, all or nothing. */
bool files_replace(const char *bytes, size_t count, const char *path, char *why);
/* All of a plain file of at most `most` bytes, to be freed; NULL with a reason. */
char *files_read_bytes(const char *path, size_t most, size_t *count, char *why);
/* $XDG_DATA_HOME/concentric or ~/.local/share/concentric, made if asked for; false if there is no
 * home for it. */
bool files_data_directory(bool make, Str *out);
/* NAME.txt, or NAME-2.txt and so on: the first one that no file has. */
void files_free_name(const char *name, Str *out);
bool files_is_record(const char *bytes, size_t count, Variants *variants, Lang lang);
/* Reads records: one game, or the last of several, or all of those that belong together. False with
 * a reason; nothing needs closing then. */
bool files_read(const char *path, Variants *variants, Lang lang, int64_t now, Play *out, char *why);

/* The path of a variant's saved game; false if there is no home for it. */
bool files_state_path(const char *variant, char *path);
/* Has it begun, and is it or the match that it belongs to unfinished? */
bool files_is_worth_saving(const Play *play);
/* Saves the game there, or removes what is there if the game is over or has not begun. With
 * `put_by`, a saved game that is there already is kept as NAME.old. */
bool files_save_state(const Play *play, bool put_by, char *why);

/* The variants that have saved games, newest first; returns how many. */
int files_list_states(char variants[][VARIANT_TEXT_MAX], int max);

#endif

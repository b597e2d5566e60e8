/* SPDX-License-Identifier: MIT */
/* The whole screen. Where there is room the board stands left and a panel right of it; on narrow
 * screens a few lines above and below the board do; on tiny ones the board is alone. The last two
 * rows are what is typed (or asked) and the keys. */
#include "app/tui/draw.h"

#include "app/tui/analysis.h"

#include "app/tui/command.h"
#include "app/tui/tell.h"
#include "app/tui/words.h"

#include <string.h>

enum { WIDE_COLS = 72, PANEL_MIN = 28, PANEL_MAX = 44, HELP_MAX = 64, HELP_TEXT_COL = 13 };

static const Ink ink_own = {HUE_OWN, HUE_OWN, 0}, ink_bold = {HUE_OWN, HUE_OWN, LOOK_BOLD},
                 ink_faint = {HUE_FAINT, HUE_OWN, 0}, ink_bar = {HUE_WHITE, HUE_BAR, 0};

/* A part of the screen that is filled from above. */
typedef struct Column {
    Frame *frame;
    int col, row, width, end;
} Column;

static void add_line(Column *c, const char *text, Ink ink)
{
    if (c->row < c->end)
        frame_text(c->frame, c->col, c->row++, c->width, text, ink);
}

static void add_wrapped(Column *c, const char *text, int rows, Ink ink)
{
    int left = c->end - c->row;
    c->row += frame_wrap(c->frame, c->col, c->row, c->width, rows < left ? rows : left, text, ink);
}

static void add_rule(Column *c, const Theme *theme)
{
    for (int i = 0; i < c->width && c->row < c->end; i++)
        frame_put(c->frame, c->col + i, c->row, theme->ascii ? '-' : 0x2500, ink_faint);
    c->row++;
}

static Hue side_hue(const Play *play, int side)
{
    for (int k = 1; k < play->table.game->piece_count; k++)
        if (play->table.game->pieces[k].owner == side)
            return play->table.game->pieces[k].shade == SHADE_WHITE ? HUE_WHITE : HUE_BLACK;
    return HUE_OWN;
}

/* A little man of the side's colour; readable on any background. */
static void put_man(const Play *play, int side, const Theme *theme, int col, int row, Frame *frame)
{
    Hue hue = side_hue(play, side);
    if (theme->colour && !theme->ascii) {
        frame_put(frame, col, row, ' ', (Ink){HUE_LINE, HUE_WOOD, 0});
        frame_put(frame, col + 1, row, 0x25cf, (Ink){(uint8_t)hue, HUE_WOOD, LOOK_BOLD});
        frame_put(frame, col + 2, row, ' ', (Ink){HUE_LINE, HUE_WOOD, 0});
    } else if (theme->ascii) {
        for (int k = 1; k < play->table.game->piece_count; k++)
            if (play->table.game->pieces[k].owner == side &&
                play->table.game->pieces[k].form == FORM_MAN)
                frame_put(frame, col + 1, row, (uint32_t)play->table.game->pieces[k].letter,
                          ink_bold);
    } else {
        frame_put(frame, col + 1, row, hue == HUE_WHITE ? 0x25cb : 0x25cf, ink_bold);
    }
}

/* "> o White, you           0:12" */
static void draw_player(const Play *play, int side, const View *view, Column *c, bool counters)
{
    char who[128], time[32], line[256];
    Str w = str_over(who, sizeof who), t = str_over(time, sizeof time);
    Str s = str_over(line, sizeof line);
    if (c->row >= c->end)
        return;
    bool goes_on = (!play_is_over(play) || play_is_looking(play)) && !play->task.done;
    bool turn = goes_on && play_pos(play)->turn == side;
    tell_who(play, side, &w);
    if (!play->task.kind)
        tell_time(play_clock(play, side), play->lang, &t);
    str_format(&s, "%s%s%s", play->table.game->player[side].in[play->lang],
               play->lang == LANG_JA ? "・" : ", ", who);
    if (!counters) {
        str_add(&s, "  ");
        tell_counters(play, side, &s);
    }
    if (turn)
        frame_put(c->frame, c->col, c->row, view->theme.ascii ? '>' : 0x25b6,
                  (Ink){HUE_TARGET, HUE_OWN, LOOK_BOLD});
    put_man(play, side, &view->theme, c->col + 1, c->row, c->frame);
    int room = c->width - 5 - text_width(time) - 1;
    frame_text(c->frame, c->col + 5, c->row, room, line, turn ? ink_bold : ink_own);
    bool short_of_time = play_is_timed(play) && play_clock(play, side) < 20000;
    frame_text(c->frame, c->col + c->width - text_width(time), c->row, 10, time,
               short_of_time ? (Ink){HUE_WARN, HUE_OWN, LOOK_BOLD}
               : turn        ? ink_bold
                             : ink_own);
    c->row++;
    if (!counters)
        return;
    Str k = str_over(line, sizeof line);
    tell_counters(play, side, &k);
    if (c->row < c->end)
        frame_text(c->frame, c->col + 5, c->row++, c->width - 5, line, ink_faint);
}

/* What was said last, or what the last move did. */
static bool told(const Play *play, Str *out)
{
    if (play->tone > TONE_MOVE)
        str_add(out, play->message);
    else if (play->shown)
        tell_events(play, play->shown, out);
    return out->length > 0;
}

/* What somebody has written at the position that is shown. */
static void draw_notes(const Play *play, Column *c, const Theme *theme)
{
    const char *comment = tree_comment(play_tree(play), play->shown);
    char others[300];
    Str s = str_over(others, sizeof others);
    tell_others(play, &s);
    if (!*comment && !s.length)
        return;
    if (*comment)
        add_wrapped(c, comment, 4, ink_own);
    if (s.length)
        add_wrapped(c, others, 2, ink_faint);
    add_rule(c, theme);
}

static void draw_thought(const Play *play, Column *c, int rows)
{
    char score[64], line[400], depth[16], text[600];
    Str s = str_over(score, sizeof score), l = str_over(line, sizeof line);
    Str d = str_over(depth, sizeof depth), t = str_over(text, sizeof text);
    bool computing = play_waits_for_computer(play);
    if (!play->thought.best || (!play->evaluating && !computing))
        return;
    tell_score(play, &play->thought, &s);
    tell_line(play, &play->thought, &l);
    str_number(&d, (uint64_t)play->thought.depth);
    const char *const args[] = {score, depth, line};
    word_fill(&t, WORD_EVALUATION, play->lang, args);
    add_wrapped(c, text, play->thought.others && rows > 1 ? 2 : rows, (Ink){HUE_HINT, HUE_OWN, 0});
    for (int i = 0; rows > 1 && i < play->thought.others; i++) {
        t = str_over(text, sizeof text);
        str_format(&t, "%d. ", i + 2);
        tell_other(play, &play->thought.other[i], &t);
        add_line(c, text, (Ink){HUE_HINT, HUE_OWN, 0});
    }
}

/* The last moves that there is room for, in pairs unless their texts are too long for that. */
static void draw_moves(const Play *play, Column *c)
{
    int rows = c->end - c->row, half = (c->width - 5) / 2;
    uint32_t last = play_length(play), plies = play_ply(play);
    if (rows <= 0)
        return;
    uint32_t shown = plies + 2 < last ? plies + 2 : last;
    uint32_t from = shown > (uint32_t)(2 * rows) ? shown - (uint32_t)(2 * rows) + 1 : 1;
    from = from % 2 ? from : from + 1;
    bool pairs = true;
    for (uint32_t ply = from; ply <= shown; ply++) {
        char text[MOVE_TEXT_MAX + 4];
        Str s = str_over(text, sizeof text);
        tell_move(play, play_node(play, ply), &s);
        pairs = pairs && (int)s.length < half;
    }
    if (!pairs)
        from = shown > (uint32_t)rows ? shown - (uint32_t)rows + 1 : 1;
    for (uint32_t ply = from; ply <= shown; ply++) {
        char text[MOVE_TEXT_MAX + 4], number[16];
        Str s = str_over(text, sizeof text), n = str_over(number, sizeof number);
        int row = c->row + (int)(pairs ? (ply - from) / 2 : ply - from);
        bool second = pairs && ply % 2 == 0;
        if (row >= c->end)
            break;
        tell_move(play, play_node(play, ply), &s);
        str_format(&n, "%3u%s", (ply + 1) / 2, ply % 2 ? "." : ":");
        if (!second)
            frame_text(c->frame, c->col, row, 5, number, ink_faint);
        Ink ink = ply > plies    ? ink_faint
                  : ply == plies ? (Ink){HUE_OWN, HUE_OWN, LOOK_BOLD | LOOK_UNDERLINE}
                                 : ink_own;
        frame_text(c->frame, c->col + 5 + (second ? half : 0), row, pairs ? half - 1 : c->width - 5,
                   text, ink);
    }
}

static void draw_head(const Play *play, Column *c)
{
    char text[256];
    Str s = str_over(text, sizeof text);
    tell_title(play, &s);
    add_wrapped(c, text, 2, ink_bold);
    s = str_over(text, sizeof text);
    tell_standing(play, &s);
    if (s.length)
        add_wrapped(c, text, 2, ink_own);
    for (int i = 0; i < play->table.game->prelim_count; i++) {
        if (play->table.game->prelims[i].kind != PRELIM_SEED || play->far.on || play->task.kind)
            continue;
        char number[24];
        Str n = str_over(number, sizeof number);
        str_number(&n, play->table.setup.seed);
        const char *const args[] = {number};
        s = str_over(text, sizeof text);
        word_fill(&s, WORD_SETUP, play->lang, args);
        add_line(c, text, ink_faint);
    }
}

/* "White: a win in 5" */
static void draw_known(const Play *play, Column *c)
{
    char text[128];
    Known known;
    Str s = str_over(text, sizeof text);
    if (!play_known_here(play, &known))
        return;
    str_format(&s, "%s: ", play->table.game->player[play_pos(play)->turn].in[play->lang]);
    tell_known(play, &known, &s);
    Hue hue = known.value > 0 ? HUE_WIN : known.value < 0 ? HUE_LOSS : HUE_EVEN;
    add_line(c, text, (Ink){(uint8_t)hue, HUE_OWN, LOOK_BOLD});
}

/* A lesson or puzzle: what it asks, and what was said last. */
static void draw_task(const Play *play, const View *view, Column *c)
{
    char text[PLAY_MESSAGE_MAX];
    Str s = str_over(text, sizeof text);
    task_tell(play, &s);
    add_wrapped(c, text, c->end - c->row, ink_bold);
    s = str_over(text, sizeof text);
    if ((play->task.done && play->tone <= TONE_MOVE) || !told(play, &s))
        return; /* at the end, the words above are enough */
    add_rule(c, &view->theme);
    add_wrapped(c, text, c->end - c->row,
                play->tone == TONE_WHY ? (Ink){HUE_WARN, HUE_OWN, 0} : ink_own);
}

static void draw_panel(const Play *play, const View *view, Column *c)
{
    char text[PLAY_MESSAGE_MAX];
    Str s = str_over(text, sizeof text);
    draw_head(play, c);
    add_rule(c, &view->theme);
    for (int side = 0; side < 2; side++)
        draw_player(play, side, view, c, true);
    add_rule(c, &view->theme);
    if (play->task.kind) {
        draw_task(play, view, c);
        return;
    }
    if (told(play, &s)) {
        add_wrapped(c, text, 5, play->tone == TONE_WHY ? (Ink){HUE_WARN, HUE_OWN, 0} : ink_own);
        add_rule(c, &view->theme);
    }
    draw_notes(play, c, &view->theme);
    int before = c->row;
    draw_known(play, c);
    draw_thought(play, c, 4);
    if (c->row > before)
        add_rule(c, &view->theme);
    draw_moves(play, c);
}

/* What is typed and what it may become, or what is asked. */
static void draw_input(const Play *play, const View *view, int row, Frame *frame)
{
    char text[PLAY_MESSAGE_MAX];
    int width = frame->cols - 2;
    frame_put(frame, 0, row, view->theme.ascii ? '>' : 0x203a,
              (Ink){HUE_TARGET, HUE_OWN, LOOK_BOLD});
    if (*view->input) {
        Completion completion;
        Str s = str_over(text, sizeof text);
        complete(play, view->input, &completion);
        int used = frame_text(frame, 2, row, width, view->input, ink_bold);
        frame->cursor_col = 2 + used < frame->cols ? 2 + used : frame->cols - 1;
        frame->cursor_row = row;
        for (int i = 0; i < completion.count && i < COMPLETE_SHOWN; i++)
            str_format(&s, "  %s", completion.shown[i]);
        frame_text(frame, 3 + used, row, width - used - 1, text, ink_faint);
        return;
    }
    bool roomy = row < frame->rows - 1, task = play->task.kind != TASK_NONE;
    bool why = play->tone == TONE_WHY && !(task && roomy); /* it stands above there */
    Str s = str_over(text, sizeof text);
    if (why)
        str_add(&s, play->message);
    else if (task && !roomy)
        task_tell(play, &s);
    else if (view->offer)
        str_add(&s, view->offer);
    else
        tell_prompt(play, &s);
    int used = frame_text(frame, 2, row, width, text,
                          why           ? (Ink){HUE_WARN, HUE_OWN, LOOK_BOLD}
                          : view->offer ? (Ink){HUE_HINT, HUE_OWN, LOOK_BOLD}
                                        : ink_own);
    const char *how = word(WORD_TYPE_HELP, play->lang);
    if (!why && !view->offer && play_is_open(play) && used + 4 + text_width(how) < width)
        frame_text(frame, frame->cols - text_width(how) - 1, row, width, how, ink_faint);
}

static int key_width(const CommandWord *command, Lang lang)
{
    return text_width(command->label.in[lang]) + 2;
}

static void draw_key(const CommandWord *command, Lang lang, View *view, int col, Frame *frame)
{
    int width = key_width(command, lang);
    if (view->key_count == DRAW_KEYS_MAX)
        return;
    frame_put(frame, col, view->key_row, (uint32_t)command->key,
              (Ink){HUE_TARGET, HUE_BAR, LOOK_BOLD});
    frame_text(frame, col + 2, view->key_row, width, command->label.in[lang], ink_bar);
    view->key[view->key_count++] = (KeyArea){col, width, command->key};
}

/* Help and the way out are always there, at the right end; the others as far as there is room. */
static void draw_keys(const Play *play, View *view, int row, Frame *frame)
{
    const CommandWord *always[] = {command_of_key(play, '?'), command_of_key(play, 'Q')};
    int col = 1, end = frame->cols - 1;
    view->key_count = 0;
    view->key_row = row;
    for (int c = 0; c < frame->cols; c++)
        frame_put(frame, c, row, ' ', ink_bar);
    for (int i = 1; i >= 0; i--) {
        end -= key_width(always[i], play->lang);
        draw_key(always[i], play->lang, view, end, frame);
        end -= 2;
    }
    for (int i = 0; i < command_word_count; i++) {
        const CommandWord *command = &command_words[i];
        if (!command->label.in[play->lang] || command == always[0] || command == always[1] ||
            !command_is_known(play, command))
            continue;
        int width = key_width(command, play->lang);
        if (col + width > end)
            break;
        draw_key(command, play->lang, view, col, frame);
        col += width + 2;
    }
}

static void draw_help_line(const CommandWord *command, Lang lang, int col, int row, int width,
                           Frame *frame)
{
    frame_put(frame, col, row, command->key ? (uint32_t)command->key : ' ',
              (Ink){HUE_TARGET, HUE_OWN, LOOK_BOLD});
    frame_text(frame, col + 2, row, 10, command->name, ink_bold);
    frame_text(frame, col + HELP_TEXT_COL, row, width - HELP_TEXT_COL - 1, command->help.in[lang],
               ink_own);
}

/* The commands that there are here and now; returns how many. */
static int list_known(const Play *play, const CommandWord **out)
{
    int count = 0;
    for (int i = 0; i < command_word_count && count < HELP_MAX; i++)
        if (command_is_known(play, &command_words[i]))
            out[count++] = &command_words[i];
    return count;
}

/* Two columns where the longest help has room in them. */
static int help_columns(const CommandWord *const *list, int count, int width, Lang lang)
{
    int longest = 0;
    for (int i = 0; i < count; i++) {
        int wide = text_width(list[i]->help.in[lang]);
        longest = wide > longest ? wide : longest;
    }
    return width >= 2 * (HELP_TEXT_COL + longest + 1) ? 2 : 1;
}

/* What the keys do; returns the rows that it takes. */
static int draw_help_head(const Play *play, Frame *frame)
{
    Column c = {frame, 2, 0, frame->cols - 4, frame->rows - 1};
    add_line(&c, word(WORD_HELP_TITLE, play->lang), ink_bold);
    add_wrapped(&c, word(WORD_HELP_KEYS, play->lang), c.end - c.row, ink_own);
    return c.row;
}

/* As many pages as it takes; what the keys do stands on the first. */
static void draw_help(const Play *play, View *view, Frame *frame)
{
    static Frame apart; /* to find out how many rows the head takes */
    const CommandWord *list[HELP_MAX];
    int end = frame->rows - 1, all = list_known(play, list);
    int columns = help_columns(list, all, frame->cols - 4, play->lang);
    int width = (frame->cols - 4) / columns;
    frame_begin(&apart, frame->cols, frame->rows);
    int top = draw_help_head(play, view->help == 1 ? frame : &apart), on_first = end - top;
    int first = view->help == 1 ? 0 : (on_first + (view->help - 2) * end) * columns;
    int row = view->help == 1 ? top : 0, rows = end - row, left = all - first;
    int each = left < rows * columns ? (left + columns - 1) / columns : rows;
    for (int i = 0; i < each * columns && i < left; i++)
        draw_help_line(list[first + i], play->lang, 2 + i / each * width, row + i % each, width,
                       frame);
    view->help_more = end > 0 && left > each * columns;
    frame_text(frame, 2, frame->rows - 1, frame->cols - 2, word(WORD_HELP_CLOSE, play->lang),
               ink_faint);
}

/* All variations, in pages; the one with the move that is shown comes first. */
static void draw_tree(const Play *play, View *view, Frame *frame)
{
    static char text[1 << 16];
    Str s = str_over(text, sizeof text);
    int rows = frame->rows - 1, line = 0, here = 0, first;
    analysis_tree(play, frame->cols - 3, &s);
    if (!s.length)
        str_format(&s, "%s\n", word(WORD_NO_MOVES_YET, play->lang));
    for (const char *t = text; *t; t++) {
        here = *t == '>' ? line : here;
        line += *t == '\n';
    }
    if (view->tree < 0) /* not yet chosen */
        view->tree = (rows > 0 ? here / rows : 0) + 1;
    first = (view->tree - 1) * rows;
    line = 0;
    for (const char *t = text; *t; line++) {
        char part[4 * FRAME_COLS_MAX];
        Str p = str_over(part, sizeof part);
        size_t length = strcspn(t, "\n");
        str_bytes(&p, t, length);
        if (line >= first && line < first + rows)
            frame_text(frame, 1, line - first, frame->cols - 2, part,
                       strchr(part, '>') ? ink_bold : ink_own);
        t += length + (t[length] != 0);
    }
    view->help_more = line > first + rows;
    frame_text(frame, 2, frame->rows - 1, frame->cols - 2, word(WORD_HELP_CLOSE, play->lang),
               ink_faint);
}

/* Lines that are told instead, in pages that end with a line; one that fills more than a page is
 * cut. */
void draw_pages(Lang lang, View *view, Frame *frame)
{
    static Frame apart; /* to find out how many rows a line takes */
    int rows = frame->rows - 1, width = frame->cols - 2, page = 1, row = 0;
    frame_begin(&apart, frame->cols, frame->rows);
    for (const char *t = view->told; *t;) {
        char part[4096];
        Str p = str_over(part, sizeof part);
        size_t length = strcspn(t, "\n");
        str_bytes(&p, t, length);
        int used = frame_wrap(&apart, 1, 0, width, rows, part, ink_own);
        used = used ? used : 1;
        if (row && row + used > rows) {
            page++;
            row = 0;
        }
        if (page == view->tree)
            frame_wrap(frame, 1, row, width, rows - row, part, ink_own);
        row += used;
        t += length + (t[length] != 0);
    }
    view->help_more = page > view->tree;
    frame_text(frame, 2, frame->rows - 1, frame->cols - 2, word(WORD_HELP_CLOSE, lang), ink_faint);
}

static void draw_tiny(const Play *play, const Layout *smallest, Frame *frame)
{
    char text[400], number[4][12];
    Str s = str_over(text, sizeof text);
    int values[4] = {smallest->cols, smallest->rows + 1, frame->cols, frame->rows};
    for (int i = 0; i < 4; i++) {
        Str n = str_over(number[i], sizeof number[i]);
        str_number(&n, (uint64_t)values[i]);
    }
    const char *const args[] = {number[0], number[1], number[2], number[3]};
    word_fill(&s, WORD_TINY, play->lang, args);
    frame_wrap(frame, 0, 0, frame->cols, frame->rows, text, ink_own);
}

static int panel_width(int cols)
{
    int width = cols * 3 / 8;
    return width < PANEL_MIN ? PANEL_MIN : width > PANEL_MAX ? PANEL_MAX : width;
}

static bool fit(const Play *play, View *view, int cols, int rows, int left, int top)
{
    if (!layout_fit(&play->table.game->shape, play->flipped, cols, rows, &view->layout))
        return false;
    view->layout.left = left + (cols - view->layout.cols) / 2;
    view->layout.top = top + (rows - view->layout.rows) / 2;
    return true;
}

static bool draw_wide(const Play *play, View *view, Frame *frame)
{
    int panel = panel_width(frame->cols), rows = frame->rows - 2;
    if (frame->cols < WIDE_COLS)
        return false;
    if (!fit(play, view, frame->cols - panel - 2, rows, 0, 0)) {
        panel = PANEL_MIN;
        if (!fit(play, view, frame->cols - panel - 2, rows, 0, 0))
            return false;
    }
    Column c = {frame, frame->cols - panel - 1, 0, panel, rows};
    draw_panel(play, view, &c);
    return true;
}

/* What a lesson or puzzle asks, or what was said last, above the board: as many lines as it leaves,
 * the same for every text, so that the board stays where it is. */
static bool draw_tall_task(const Play *play, View *view, Frame *frame)
{
    enum { TEXT_ROWS = 6 };
    char text[PLAY_MESSAGE_MAX];
    Str s = str_over(text, sizeof text);
    int rows = TEXT_ROWS;
    while (rows && !fit(play, view, frame->cols, frame->rows - 2 - rows, 0, rows))
        rows--;
    if (frame->cols < 30 || !rows)
        return false;
    if (play->tone > TONE_MOVE)
        str_add(&s, play->message);
    else
        task_tell(play, &s);
    frame_wrap(frame, 0, 0, frame->cols, rows, text,
               play->tone == TONE_WHY ? (Ink){HUE_WARN, HUE_OWN, 0} : ink_own);
    return true;
}

/* Two lines for the players above, one for what was told below. */
static bool draw_tall(const Play *play, View *view, Frame *frame)
{
    int rows = frame->rows - 5;
    char text[PLAY_MESSAGE_MAX];
    Str s = str_over(text, sizeof text);
    if (play->task.kind)
        return draw_tall_task(play, view, frame);
    if (frame->cols < 30 || !fit(play, view, frame->cols, rows, 0, 2))
        return false;
    Column c = {frame, 0, 0, frame->cols, 2};
    draw_player(play, 0, view, &c, false);
    draw_player(play, 1, view, &c, false);
    c = (Column){frame, 0, frame->rows - 3, frame->cols, frame->rows - 2};
    int before = c.row;
    draw_thought(play, &c, 1);
    if (c.row == before && told(play, &s))
        add_line(&c, text, ink_faint);
    return true;
}

static bool draw_bare(const Play *play, View *view, Frame *frame)
{
    return fit(play, view, frame->cols, frame->rows - 1, 0, 0);
}

void draw_screen(const Play *play, View *view, Frame *frame)
{
    view->key_count = 0;
    view->fits = false;
    if (view->tree) {
        if (view->told)
            draw_pages(play->lang, view, frame);
        else
            draw_tree(play, view, frame);
        return;
    }
    if (view->help) {
        draw_help(play, view, frame);
        return;
    }
    bool roomy = draw_wide(play, view, frame) || draw_tall(play, view, frame);
    view->fits = roomy || draw_bare(play, view, frame);
    if (!view->fits) {
        draw_tiny(play, &view->layout, frame);
        return;
    }
    draw_board(play, view, frame);
    draw_input(play, view, frame->rows - (roomy ? 2 : 1), frame);
    if (roomy)
        draw_keys(play, view, frame->rows - 1, frame);
}

void draw_menu(const MenuLine *lines, int count, int chosen, const Theme *theme, MenuFrame about,
               Frame *frame, int *first, int *each)
{
    bool airy = frame->rows >= 2 * count + 4;
    *first = frame->rows >= count + 3 ? 2 : 0;
    *each = airy ? 2 : 1;
    if (*first)
        frame_text(frame, 2, 0, frame->cols - 4, about.title, ink_bold);
    for (int i = 0; i < count; i++) {
        int row = *first + i * *each;
        bool on = i == chosen;
        Ink ink = {HUE_OWN, HUE_OWN, on ? LOOK_BOLD | LOOK_REVERSE : LOOK_BOLD};
        char number[8];
        Str n = str_over(number, sizeof number);
        str_format(&n, "%d", i + 1);
        frame_put(frame, 1, row, on ? (theme->ascii ? '>' : 0x25b6) : ' ',
                  (Ink){HUE_TARGET, HUE_OWN, LOOK_BOLD});
        frame_text(frame, 3, row, 2, number, ink_faint);
        int used = frame_text(frame, 6, row, frame->cols - 8, lines[i].title, ink);
        if (airy)
            frame_text(frame, 6, row + 1, frame->cols - 8, lines[i].about, ink_faint);
        else
            frame_text(frame, 8 + used, row, frame->cols - 10 - used, lines[i].about, ink_faint);
    }
    frame_text(frame, 2, frame->rows - 1, frame->cols - 4, about.keys, ink_faint);
}

/* SPDX-License-Identifier: MIT */
/* Commands, see command.h. */
#include "app/tui/command.h"

#include "ai/level.h"
#include "app/tui/analysis.h"
#include "app/tui/tell.h"
#include "app/tui/words.h"

#include <string.h>

static Request refused(Play *play, Word w)
{
    play_say(play, TONE_WHY, "%s", word(w, play->lang));
    return REQUEST_BAD;
}

/* Over the network moves are taken back if the other side agrees; looking back is `<`. */
static Request run_undo(Play *play, const char *rest)
{
    (void)rest;
    if (play->far.on && !play_is_over(play))
        return play_send(play, "offer takeback") ? REQUEST_PLAYED : REQUEST_BAD;
    return play_undo(play) ? REQUEST_PLAYED : REQUEST_BAD;
}

static Request run_redo(Play *play, const char *rest)
{
    (void)rest;
    return play_redo(play) ? REQUEST_PLAYED : REQUEST_BAD;
}

static Request run_go(Play *play, const char *rest)
{
    (void)rest;
    if (play->analysing)
        return REQUEST_FROM_HERE;
    return play_go_on(play) ? REQUEST_PLAYED : REQUEST_BAD;
}

static Request run_flip(Play *play, const char *rest)
{
    (void)rest;
    play->flipped = !play->flipped;
    play_say(play, TONE_INFO, "%s", word(WORD_FLIPPED, play->lang));
    return REQUEST_NONE;
}

static Request run_done(Play *play, const char *rest)
{
    (void)rest;
    return play_finish(play) ? REQUEST_PLAYED : REQUEST_NONE;
}

static Request run_agree(Play *play, const char *rest)
{
    (void)rest;
    return play_agree(play) ? REQUEST_PLAYED : REQUEST_BAD;
}

/* Without a word the side to move resigns, or the person against the computer. */
static Request run_resign(Play *play, const char *rest)
{
    int side = play_pos(play)->turn;
    if (strcmp(rest, "first") == 0)
        side = 0;
    else if (strcmp(rest, "second") == 0)
        side = 1;
    else if (*rest)
        return refused(play, WORD_NEEDS_PLAYER);
    else if (play_is_computer(play, side))
        side = !side;
    return play_resign(play, side) ? REQUEST_PLAYED : REQUEST_BAD;
}

static Request tell_players(Play *play)
{
    char who[2][96];
    for (int side = 0; side < 2; side++) {
        Str s = str_over(who[side], sizeof who[side]);
        tell_who(play, side, &s);
    }
    const Text *player = play->table.game->player;
    const char *const args[] = {player[0].in[play->lang], who[0], player[1].in[play->lang], who[1]};
    Str s = str_over(play->message, sizeof play->message);
    word_fill(&s, WORD_PLAYERS_NOW, play->lang, args);
    play->tone = TONE_INFO;
    return REQUEST_PLAYED;
}

static Request set_strength(Play *play, int level, int time_ms)
{
    Seat computer = {.kind = SEAT_COMPUTER, .level = level, .time_ms = time_ms};
    return play_strength(play, &computer) ? tell_players(play) : REQUEST_BAD;
}

/* Without a word: one level up, from the highest to the lowest. */
static Request run_level(Play *play, const char *rest)
{
    static const Seat perfect = {.kind = SEAT_COMPUTER, .level = LEVEL_MAX, .perfect = true};
    if (strcmp(rest, "perfect") == 0 && !play->oracle.ask)
        return refused(play, WORD_NOT_SOLVED);
    if (strcmp(rest, "perfect") == 0)
        return play_strength(play, &perfect) ? tell_players(play) : REQUEST_BAD;
    if (strcmp(rest, "teacher") == 0)
        return play_strength(play, &seat_teacher) ? tell_players(play) : REQUEST_BAD;
    uint64_t level = (uint64_t)(play->computer.level % LEVEL_MAX + 1);
    if (*rest && (!str_is_number(rest, LEVEL_MAX, &level) || !level))
        return refused(play, WORD_NEEDS_LEVEL);
    return set_strength(play, (int)level, 0);
}

static Request run_time(Play *play, const char *rest)
{
    uint64_t ms = 0;
    if (!str_is_number(rest, SEAT_TIME_MS_MAX, &ms) || !ms)
        return refused(play, WORD_NEEDS_TIME);
    return set_strength(play, 0, (int)ms);
}

/* Without a word: the next of second, first, none, both. */
static Request run_computer(Play *play, const char *rest)
{
    static const struct {
        const char *name;
        bool first, second;
    } ways[] = {{"second", false, true},
                {"first", true, false},
                {"none", false, false},
                {"both", true, true}};
    int found = -1, n = sizeof ways / sizeof *ways;
    for (int i = 0; i < n; i++) {
        bool now = ways[i].first == play_is_computer(play, 0) &&
                   ways[i].second == play_is_computer(play, 1);
        if (*rest ? strcmp(rest, ways[i].name) == 0 : now)
            found = *rest ? i : (i + 1) % n;
    }
    if (found < 0)
        return refused(play, WORD_NEEDS_PLAYERS);
    bool good = play_seat(play, 0, ways[found].first) && play_seat(play, 1, ways[found].second);
    return good ? tell_players(play) : REQUEST_BAD;
}

static Request run_lang(Play *play, const char *rest)
{
    if (*rest && strcmp(rest, "en") != 0 && strcmp(rest, "ja") != 0)
        return refused(play, WORD_NEEDS_LANG);
    play->lang = *rest ? (strcmp(rest, "ja") == 0 ? LANG_JA : LANG_EN)
                       : (play->lang == LANG_JA ? LANG_EN : LANG_JA);
    play_hush(play);
    return REQUEST_NONE;
}

static Request run_perfect(Play *play, const char *rest)
{
    (void)rest;
    if (!play->oracle.ask)
        return refused(play, WORD_NOT_SOLVED);
    play->knows = !play->knows;
    play_say(play, TONE_INFO, "%s", word(play->knows ? WORD_KNOWN_ON : WORD_KNOWN_OFF, play->lang));
    return REQUEST_NONE;
}

/* -- Analysis ---------------------------------------------------------------------------------- */

static Request told(bool good)
{
    return good ? REQUEST_PLAYED : REQUEST_BAD;
}

static Request run_analyse(Play *play, const char *rest)
{
    (void)rest;
    return play->far.on && !play_is_over(play) ? refused(play, WORD_FAR_NO_HELP) : REQUEST_ANALYSE;
}

static Request run_vary(Play *play, const char *rest)
{
    return told(analysis_vary(play, strcmp(rest, "back") == 0));
}

/* Where moves are taken back rather than looked at, going to a move would undo the game. */
static bool may_look(Play *play)
{
    return play_is_over(play) || play->far.on || refused(play, WORD_ANALYSE_FIRST) != REQUEST_BAD;
}

static Request run_goto(Play *play, const char *rest)
{
    return told(may_look(play) && analysis_goto(play, rest));
}

static Request run_promote(Play *play, const char *rest)
{
    (void)rest;
    return told(analysis_promote(play));
}

static Request run_delete(Play *play, const char *rest)
{
    (void)rest;
    return told(may_look(play) && analysis_delete(play));
}

static Request run_comment(Play *play, const char *rest)
{
    return told(analysis_comment(play, rest));
}

static Request run_mark(Play *play, const char *rest)
{
    return told(analysis_mark(play, rest));
}

/* Without a number: one more, after five one. */
static Request run_lines(Play *play, const char *rest)
{
    uint64_t lines = (uint64_t)(play->lines ? play->lines : 1) % THOUGHT_LINES_MAX + 1;
    if (*rest && (!str_is_number(rest, THOUGHT_LINES_MAX, &lines) || !lines))
        return refused(play, WORD_NEEDS_LINES);
    play->lines = (int)lines;
    return REQUEST_LINES;
}

/* -- Over the network ------------------------------------------------------------------------- */

static Request offer(Play *play, OfferKind kind)
{
    return play_send(play, "offer %s", offer_name(kind)) ? REQUEST_PLAYED : REQUEST_BAD;
}

static Request run_takeback(Play *play, const char *rest)
{
    (void)rest;
    return offer(play, OFFER_TAKEBACK);
}

static Request run_pause(Play *play, const char *rest)
{
    (void)rest;
    return offer(play, OFFER_PAUSE);
}

static Request run_rematch(Play *play, const char *rest)
{
    (void)rest;
    return offer(play, OFFER_REMATCH);
}

static Request run_abort(Play *play, const char *rest)
{
    (void)rest;
    return offer(play, OFFER_ABORT);
}

/* The other side's offer, or to withdraw, one's own. */
static Request answer(Play *play, bool yes)
{
    OfferKind kind;
    const Far *far = &play->far;
    bool there = far->seat <= BY_SEAT1 && (far_has_offer(far, !far->seat, &kind) ||
                                           (!yes && far_has_offer(far, far->seat, &kind)));
    if (!there)
        return refused(play, WORD_FAR_NO_OFFER);
    return play_send(play, "answer %s %s", offer_name(kind), yes ? "yes" : "no") ? REQUEST_PLAYED
                                                                                 : REQUEST_BAD;
}

static Request run_yes(Play *play, const char *rest)
{
    (void)rest;
    return answer(play, true);
}

static Request run_no(Play *play, const char *rest)
{
    (void)rest;
    return answer(play, false);
}

static Request run_more(Play *play, const char *rest)
{
    (void)rest;
    return play_send(play, "more") ? REQUEST_PLAYED : REQUEST_BAD;
}

static Request run_claim(Play *play, const char *rest)
{
    (void)rest;
    return play_send(play, "claim gone") ? REQUEST_PLAYED : REQUEST_BAD;
}

/* By its number from 1; without one, the list of them. */
static Request run_react(Play *play, const char *rest)
{
    uint64_t n;
    if (str_is_number(rest, REACTIONS, &n) && n)
        return play_send(play, "react %d", (int)n - 1) ? REQUEST_PLAYED : REQUEST_BAD;
    char list[400];
    Str l = str_over(list, sizeof list), s = str_over(play->message, sizeof play->message);
    for (int i = 0; i < REACTIONS; i++)
        str_format(&l, "%s%d %s", i ? ", " : "", i + 1, far_reactions[i].in[play->lang]);
    const char *const args[] = {list};
    word_fill(&s, WORD_FAR_NEEDS_REACTION, play->lang, args);
    play->tone = *rest ? TONE_WHY : TONE_INFO;
    return *rest ? REQUEST_BAD : REQUEST_NONE;
}

static Request run_name(Play *play, const char *rest)
{
    if (!*rest || !seat_name_is_good(rest))
        return refused(play, WORD_FAR_NEEDS_NAME);
    return play_send(play, "name %s", rest) ? REQUEST_PLAYED : REQUEST_BAD;
}

static Request run_position(Play *play, const char *rest)
{
    (void)rest;
    char text[POSITION_TEXT_MAX];
    Str s = str_over(text, sizeof text), out = str_over(play->message, sizeof play->message);
    play->table.game->ops->write_pos(play->table.game, play_pos(play), &s);
    const char *const args[] = {text};
    word_fill(&out, WORD_POSITION, play->lang, args);
    play->tone = TONE_INFO;
    return REQUEST_NONE;
}

const CommandWord command_words[] = {
    {"undo",
     'U',
     TAKES_NOTHING,
     REQUEST_NONE,
     {{"take back", "手を戻す"}},
     run_undo,
     {{"undo", "戻す"}},
     AT_EVERY_TABLE},
    {"redo",
     'Y',
     TAKES_NOTHING,
     REQUEST_NONE,
     {{"and forth again", "戻した手を進める"}},
     run_redo,
     {{"redo", "進める"}},
     AT_EVERY_TABLE},
    {"hint",
     'H',
     TAKES_NOTHING,
     REQUEST_HINT,
     {{"show a good move", "よい手を示す"}},
     NULL,
     {{"hint", "ヒント"}},
     WHERE_HELP_IS},
    {"eval",
     'E',
     TAKES_NOTHING,
     REQUEST_EVALUATE,
     {{"evaluation, on or off", "形勢の表示を切り替える"}},
     NULL,
     {{"eval", "形勢"}},
     WHERE_HELP_IS},
    {"perfect",
     'K',
     TAKES_NOTHING,
     REQUEST_NONE,
     {{"perfect play, where known", "最善の結果（解析済みなら）"}},
     run_perfect,
     {{NULL, NULL}},
     WHERE_HELP_IS},
    {"done",
     'D',
     TAKES_NOTHING,
     REQUEST_NONE,
     {{"end a move that can go on", "この手で決定する"}},
     run_done,
     {{NULL, NULL}},
     AT_EVERY_TABLE},
    {"go",
     'G',
     TAKES_NOTHING,
     REQUEST_NONE,
     {{"go on, after going back", "戻ったところから続ける"}},
     run_go,
     {{NULL, NULL}},
     AT_THIS_SCREEN},
    {"now",
     'X',
     TAKES_NOTHING,
     REQUEST_MOVE_NOW,
     {{"computer, move at once", "コンピューターにすぐ指させる"}},
     NULL,
     {{NULL, NULL}},
     AT_THIS_SCREEN},
    {"flip",
     'F',
     TAKES_NOTHING,
     REQUEST_NONE,
     {{"turn the board round", "盤を回す"}},
     run_flip,
     {{"flip", "回す"}},
     AT_EVERY_TABLE},
    {"new",
     'N',
     MAY_TAKE_TEXT,
     REQUEST_NEW,
     {{"next game, or new VARIANT", "次の局・新しい対局（new バリアント）"}},
     NULL,
     {{"new", "新規"}},
     AT_THIS_SCREEN},
    {"next",
     'A',
     TAKES_NOTHING,
     REQUEST_NEXT,
     {{"next game, from this board", "この盤面から次の局へ"}},
     NULL,
     {{NULL, NULL}},
     AT_EVERY_TABLE},
    {"menu",
     'M',
     TAKES_NOTHING,
     REQUEST_MENU,
     {{"choose a game", "ゲームを選ぶ"}},
     NULL,
     {{NULL, NULL}},
     AT_THIS_SCREEN},
    {"resume",
     'R',
     TAKES_NOTHING,
     REQUEST_RESUME,
     {{"go on with the saved game", "保存された対局を続ける"}},
     NULL,
     {{NULL, NULL}},
     AT_THIS_SCREEN},
    {"save",
     'S',
     TAKES_TEXT,
     REQUEST_SAVE,
     {{"write a record: save FILE", "棋譜を保存する（save ファイル名）"}},
     NULL,
     {{"save", "保存"}},
     AT_EVERY_TABLE},
    {"open",
     'O',
     TAKES_TEXT,
     REQUEST_OPEN,
     {{"read a record: open FILE", "棋譜を開く（open ファイル名）"}},
     NULL,
     {{"open", "開く"}},
     AT_THIS_SCREEN},
    {"analyse",
     'V',
     TAKES_NOTHING,
     REQUEST_NONE,
     {{"analysis: any move varies", "検討（どの手も変化に）・終わり"}},
     run_analyse,
     {{"analyse", "検討"}},
     AT_EVERY_TABLE},
    {"tree",
     'T',
     TAKES_NOTHING,
     REQUEST_TREE,
     {{"all variations and comments", "変化と注釈の一覧"}},
     NULL,
     {{NULL, NULL}},
     AT_EVERY_TABLE},
    {"chances",
     0,
     TAKES_NOTHING,
     REQUEST_CHANCES,
     {{"what there was to find", "どんなチャンスがあったか"}},
     NULL,
     {{NULL, NULL}},
     WHERE_HELP_IS},
    {"vary",
     ']',
     MAY_TAKE_TEXT,
     REQUEST_NONE,
     {{"next variation; vary back, [", "次の変化（前はvary back、[）"}},
     run_vary,
     {{NULL, NULL}},
     AT_EVERY_TABLE},
    {"goto",
     0,
     TAKES_TEXT,
     REQUEST_NONE,
     {{"to a move: goto 5, 5..., end", "手へ移る（goto 5、5...、end）"}},
     run_goto,
     {{NULL, NULL}},
     AT_EVERY_TABLE},
    {"promote",
     0,
     TAKES_NOTHING,
     REQUEST_NONE,
     {{"this variation first", "この変化を先頭にする"}},
     run_promote,
     {{NULL, NULL}},
     AT_EVERY_TABLE},
    {"delete",
     0,
     TAKES_NOTHING,
     REQUEST_NONE,
     {{"take this variation out", "この変化を消す"}},
     run_delete,
     {{NULL, NULL}},
     AT_EVERY_TABLE},
    {"comment",
     0,
     MAY_TAKE_TEXT,
     REQUEST_NONE,
     {{"a comment on this move", "この手に注釈を書く"}},
     run_comment,
     {{NULL, NULL}},
     AT_EVERY_TABLE},
    {"mark",
     0,
     MAY_TAKE_TEXT,
     REQUEST_NONE,
     {{"a mark: mark !, ?, !?", "記号をつける（mark !、?、!?）"}},
     run_mark,
     {{NULL, NULL}},
     AT_EVERY_TABLE},
    {"lines",
     'I',
     MAY_TAKE_TEXT,
     REQUEST_NONE,
     {{"best lines, 1 to 5", "候補手の数（1〜5）"}},
     run_lines,
     {{NULL, NULL}},
     WHERE_HELP_IS},
    {"computer",
     'C',
     MAY_TAKE_TEXT,
     REQUEST_NONE,
     {{"first, second, both, none", "CPUの側 first second both none"}},
     run_computer,
     {{"computer", "相手"}},
     AT_THIS_SCREEN},
    {"level",
     'L',
     MAY_TAKE_TEXT,
     REQUEST_NONE,
     {{"its level, 1 to 10, perfect or teacher", "強さ（1〜10、perfect、teacher）"}},
     run_level,
     {{"level", "強さ"}},
     AT_THIS_SCREEN},
    {"time",
     0,
     TAKES_TEXT,
     REQUEST_NONE,
     {{"its milliseconds a move", "1手の時間（time ミリ秒）"}},
     run_time,
     {{NULL, NULL}},
     AT_THIS_SCREEN},
    {"resign",
     0,
     MAY_TAKE_TEXT,
     REQUEST_NONE,
     {{"give up the game", "投了する"}},
     run_resign,
     {{NULL, NULL}},
     AT_EVERY_TABLE},
    {"agree",
     0,
     TAKES_NOTHING,
     REQUEST_NONE,
     {{"offer to end the game here", "終局を提案する"}},
     run_agree,
     {{NULL, NULL}},
     AT_EVERY_TABLE},
    {"yes",
     0,
     TAKES_NOTHING,
     REQUEST_NONE,
     {{"agree to what is proposed", "申し込みを承諾する"}},
     run_yes,
     {{NULL, NULL}},
     AT_A_SERVER},
    {"no",
     0,
     TAKES_NOTHING,
     REQUEST_NONE,
     {{"decline it, or withdraw", "断る・取り下げる"}},
     run_no,
     {{NULL, NULL}},
     AT_A_SERVER},
    {"takeback",
     0,
     TAKES_NOTHING,
     REQUEST_NONE,
     {{"ask to take a move back", "待ったを申し込む"}},
     run_takeback,
     {{NULL, NULL}},
     AT_A_SERVER},
    {"pause",
     0,
     TAKES_NOTHING,
     REQUEST_NONE,
     {{"ask to pause, or to go on", "中断・再開を申し込む"}},
     run_pause,
     {{NULL, NULL}},
     AT_A_SERVER},
    {"rematch",
     0,
     TAKES_NOTHING,
     REQUEST_NONE,
     {{"ask for another game", "再戦を申し込む"}},
     run_rematch,
     {{NULL, NULL}},
     AT_A_SERVER},
    {"abort",
     0,
     TAKES_NOTHING,
     REQUEST_NONE,
     {{"break the game off", "対局の中止（2手目以降は申し込み）"}},
     run_abort,
     {{NULL, NULL}},
     AT_A_SERVER},
    {"react",
     0,
     MAY_TAKE_TEXT,
     REQUEST_NONE,
     {{"a word to the other: react 1", "ひとこと（react 1〜8）"}},
     run_react,
     {{NULL, NULL}},
     AT_A_SERVER},
    {"more",
     0,
     TAKES_NOTHING,
     REQUEST_NONE,
     {{"give the other 15 seconds", "相手に15秒を足す"}},
     run_more,
     {{NULL, NULL}},
     AT_A_SERVER},
    {"claim",
     0,
     TAKES_NOTHING,
     REQUEST_NONE,
     {{"the other is gone: claim it", "相手がいなくなったときの勝ち"}},
     run_claim,
     {{NULL, NULL}},
     AT_A_SERVER},
    {"name",
     0,
     TAKES_TEXT,
     REQUEST_NONE,
     {{"your name: name Anna", "自分の名前（name 花子）"}},
     run_name,
     {{NULL, NULL}},
     AT_A_SERVER},
    {"sit",
     0,
     TAKES_NOTHING,
     REQUEST_SIT,
     {{"sit down, where all may", "誰でも座れる卓の席に着く"}},
     NULL,
     {{NULL, NULL}},
     AT_A_SERVER},
    {"link",
     0,
     TAKES_NOTHING,
     REQUEST_LINK,
     {{"links to table and seat", "卓と席のリンク"}},
     NULL,
     {{NULL, NULL}},
     AT_A_SERVER},
    {"lang",
     'J',
     MAY_TAKE_TEXT,
     REQUEST_NONE,
     {{"language: en or ja", "言語（en、ja）"}},
     run_lang,
     {{NULL, NULL}},
     AT_EVERY_TABLE},
    {"position",
     'P',
     TAKES_NOTHING,
     REQUEST_NONE,
     {{"the position as text", "局面の文字列"}},
     run_position,
     {{NULL, NULL}},
     AT_EVERY_TABLE},
    {"board",
     'B',
     TAKES_NOTHING,
     REQUEST_BOARD,
     {{"draw the board afresh", "盤を描き直す"}},
     NULL,
     {{NULL, NULL}},
     AT_EVERY_TABLE},
    {"rules",
     0,
     TAKES_NOTHING,
     REQUEST_RULES,
     {{"the rules of this game", "このゲームのルール"}},
     NULL,
     {{NULL, NULL}},
     AT_EVERY_TABLE},
    {"ascii",
     0,
     TAKES_NOTHING,
     REQUEST_ASCII,
     {{"ASCII signs only, on or off", "ASCII文字だけで描く・戻す"}},
     NULL,
     {{NULL, NULL}},
     AT_EVERY_TABLE},
    {"moves",
     0,
     TAKES_NOTHING,
     REQUEST_MOVES,
     {{"list the legal moves", "指せる手の一覧"}},
     NULL,
     {{NULL, NULL}},
     AT_EVERY_TABLE},
    {"help",
     '?',
     TAKES_NOTHING,
     REQUEST_HELP,
     {{"this list", "この一覧"}},
     NULL,
     {{"help", "ヘルプ"}},
     AT_EVERY_TABLE},
    {"quit",
     'Q',
     TAKES_NOTHING,
     REQUEST_QUIT,
     {{"save and leave, as Ctrl-C", "保存して終わる（Ctrl-Cでも）"}},
     NULL,
     {{"quit", "終了"}},
     AT_EVERY_TABLE},
};
const int command_word_count = sizeof command_words / sizeof *command_words;

const CommandWord *command_of_key(int key)
{
    for (int i = 0; i < command_word_count; i++)
        if (key && command_words[i].key == key)
            return &command_words[i];
    return NULL;
}

static const CommandWord *find(const char *line, size_t length)
{
    for (int i = 0; i < command_word_count; i++)
        if (strlen(command_words[i].name) == length &&
            memcmp(command_words[i].name, line, length) == 0)
            return &command_words[i];
    return NULL;
}

static Request fill_refusal(Play *play, Word w, const char *what)
{
    char quoted[64];
    Str q = str_over(quoted, sizeof quoted), s = str_over(play->message, sizeof play->message);
    if (w == WORD_NO_COMMAND)
        str_quote(&q, what);
    else
        str_add(&q, what);
    const char *const args[] = {quoted};
    word_fill(&s, w, play->lang, args);
    play->tone = TONE_WHY;
    return REQUEST_BAD;
}

bool command_is_known(const Play *play, const CommandWord *command)
{
    return command->place == AT_THIS_SCREEN  ? !play->far.on
           : command->place == AT_A_SERVER   ? play->far.on
           : command->place == WHERE_HELP_IS ? play_may_help(play)
                                             : true;
}

static Request run(Play *play, const CommandWord *command, const char *rest)
{
    if (!command_is_known(play, command))
        return fill_refusal(play,
                            command->place == AT_A_SERVER      ? WORD_FAR_ONLY
                            : command->place == AT_THIS_SCREEN ? WORD_FAR_NOT_HERE
                                                               : WORD_FAR_NO_HELP,
                            command->name);
    if (command->takes == TAKES_NOTHING && *rest)
        return fill_refusal(play, WORD_NO_WORDS, command->name);
    if (command->takes == TAKES_TEXT && !*rest && !command->run)
        return fill_refusal(play, WORD_NEEDS_FILE, command->name);
    return command->run ? command->run(play, rest) : command->request;
}

/* Is it like a move at all, so that the game's own reason says more? */
static bool has_digit(const char *text)
{
    return strpbrk(text, "0123456789") != NULL;
}

Request command_line(Play *play, const char *line, const char **rest)
{
    size_t length = strcspn(line, " \t");
    *rest = line + length + strspn(line + length, " \t");
    const CommandWord *command = find(line, length);
    if (!command && line[0] == '?' && length == 1)
        command = command_of_key('?');
    if (command)
        return run(play, command, *rest);
    if (!has_digit(line))
        return fill_refusal(play, WORD_NO_COMMAND, line);
    return play_type(play, line) ? REQUEST_PLAYED : REQUEST_BAD;
}

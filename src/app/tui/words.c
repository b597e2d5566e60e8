/* SPDX-License-Identifier: MIT */
/* The table of words, see words.h. */
#include "app/tui/words.h"

#include <assert.h>

static const Text words[WORD_COUNT] = {
    [WORD_YOU] = {{"you", "あなた"}},
    [WORD_PERSON] = {{"person", "人"}},
    [WORD_LEVEL] = {{"computer {0}/10", "CPU レベル{0}"}},
    [WORD_SECONDS] = {{"computer {0} s", "CPU {0}秒"}},
    [WORD_PLAYS] = {{"{0} plays {1}: {2}", "{0} {1}：{2}"}},
    [WORD_THINKING] = {{"{0} is thinking", "{0}が考えています"}},
    [WORD_HINT] = {{"Hint: {0}", "ヒント：{0}"}},
    [WORD_EVALUATION] = {{"{0} at depth {1}: {2}", "{0}（深さ{1}）：{2}"}},
    [WORD_WIN_IN] = {{"wins in {0}", "{0}手で勝ち"}},
    [WORD_LOSS_IN] = {{"loses in {0}", "{0}手で負け"}},
    [WORD_FINISH] = {{"or Enter to finish here", "Enterでここまで"}},
    [WORD_NOTHING_TO_UNDO] = {{"There is no move to take back", "戻す手がありません"}},
    [WORD_NOTHING_TO_REDO] = {{"There is no move to play again", "進める手がありません"}},
    [WORD_TAKEN_BACK] = {{"Back to move {0}", "{0}手目まで戻りました"}},
    [WORD_GONE_BACK] = {{"The computer waits: make a move for it, or G lets it go on",
                         "コンピューターは待っています。代わりに指すか、Gで続けます"}},
    [WORD_LOOKING] = {{"Looking back, move {0} of {1}: a move here is a variation",
                       "振り返り中（{1}手中{0}手目）。ここで指すと変化手順になります"}},
    [WORD_LOOKING_LINE] = {{"In a variation, move {0} of {1}: U goes back to the game",
                            "変化手順（{1}手中{0}手目）。Uで本譜に戻ります"}},
    [WORD_PLAY_ON] = {{", G plays on from here", "（Gでここから指し継ぐ）"}},
    [WORD_OTHERS] = {{"Variations: {0}", "変化：{0}"}},
    [WORD_NOT_FROM_HERE] = {{"G plays on from an earlier position of the game: go back to one",
                             "Gは本譜の途中の局面から指し継ぎます。その局面まで戻ってください"}},
    [WORD_ASKED] = {{"{0} is asked whether the game ends here",
                     "ここで終えるかどうか、{0}に聞いています"}},
    [WORD_AGREES] = {{"{0} agrees", "{0}は合意しました"}},
    [WORD_DECLINES] = {{"{0} wants to play on", "{0}は対局の続行を望んでいます"}},
    [WORD_NO_PERSON] = {{"Two computers play: nobody is there to agree",
                         "コンピューター同士の対局なので、合意する人がいません"}},
    [WORD_OVER] = {{"The game is over", "対局は終わっています"}},
    [WORD_NOT_YOUR_TURN] = {{"It is the computer's turn; X makes it move at once",
                             "コンピューターの番です（Xですぐに指させる）"}},
    [WORD_OFFER] = {{"A game is saved at move {0}: R resumes it, any move begins a new one",
                     "{0}手目の対局が保存されています。Rで再開、指せば新しい対局です"}},
    [WORD_NOTHING_SAVED] = {{"No saved game of this kind", "この種類の保存された対局はありません"}},
    [WORD_RESUMED] = {{"The saved game goes on", "保存された対局を続けます"}},
    [WORD_SAVED] = {{"Saved as {0}", "{0}に保存しました"}},
    [WORD_NOT_SAVED] = {{"Cannot write {0}: {1}", "{0}に書けません：{1}"}},
    [WORD_OPENED] = {{"Opened {0}", "{0}を開きました"}},
    [WORD_NOT_OPENED] = {{"Cannot open {0}: {1}", "{0}を開けません：{1}"}},
    [WORD_NEEDS_FILE] = {{"Name a file, such as: {0} game.txt",
                          "ファイル名が要ります。例：{0} game.txt"}},
    [WORD_NEEDS_LEVEL] = {{"A level is a number from 1 to 10, such as: level 5",
                           "レベルは1から10の数です。例：level 5"}},
    [WORD_NEEDS_TIME] = {{"Give milliseconds from 1 to 3600000, such as: time 2000",
                          "1から3600000のミリ秒です。例：time 2000"}},
    [WORD_NEEDS_PLAYERS] = {{"Say who is the computer: first, second, both or none",
                             "コンピューターの側を first、second、both、none から選んでください"}},
    [WORD_NEEDS_PLAYER] = {{"Say which side resigns: resign first or resign second",
                            "投了する側を resign first か resign second で示してください"}},
    [WORD_NEEDS_LANG] = {{"The languages are en and ja", "言語は en と ja です"}},
    [WORD_NO_WORDS] = {{"{0} takes nothing after it", "{0}の後には何も書きません"}},
    [WORD_NO_COMMAND] = {{"{0} is neither a move nor a command; ? lists the commands",
                          "{0}は手でもコマンドでもありません。?で一覧を表示します"}},
    /* The choices first: where a line is short, the explanation is cut, not they. */
    [WORD_PICK] = {{"{0}: {2} ({1})", "{0}：{2}（{1}）"}},
    [WORD_PICKS] = {{"The picks: {0} and {1}; so it is {2}", "選んだのは{0}と{1}。{2}で始めます"}},
    [WORD_SETUP] = {{"set-up {0}", "配置{0}"}},
    [WORD_NEXT_GAME] = {{"N begins the next game of the match", "Nでマッチの次の局へ"}},
    [WORD_NEW_GAME] = {{"N begins a new game", "Nで新しい対局へ"}},
    [WORD_NEXT_BOARD] = {{"A begins the next game from this board, N a new one",
                          "Aでこの盤面から次の局へ、Nで新しい対局へ"}},
    [WORD_MATCH_OVER] = {{"The match is over: {0}", "マッチ終了：{0}"}},
    [WORD_TINY] = {{"This board needs {0} x {1} characters; here are {2} x {3}. Enlarge the "
                    "terminal: the game is safe.",
                    "この盤には{0}×{1}文字が必要です（今は{2}×{3}）。端末を広げてください。"
                    "対局はそのままです。"}},
    [WORD_TYPE_HELP] = {{"arrows and Enter, mouse, or type a move; ? help",
                         "矢印とEnter、マウス、または手を入力（?でヘルプ）"}},
    [WORD_HELP_TITLE] = {{"Keys and commands", "キーとコマンド"}},
    [WORD_HELP_KEYS] =
        {{"Arrows go along lines, rings and rows; Tab to the next choice; Enter or "
          "Space chooses; Esc takes a choice back. Letters and digits type a move or "
          "a command, Tab completes it. Capital letters are commands:",
          "矢印で線・輪・列に沿って動き、Tabで次の候補へ、EnterかSpaceで選び、Escで"
          "取り消します。小文字と数字は手やコマンドの入力で、Tabで補完します。大文字は"
          "コマンドです："}},
    [WORD_HELP_CLOSE] = {{"any key goes on", "どれかキーを押してください"}},
    [WORD_MENU_TITLE] = {{"Which game?", "どのゲームにしますか？"}},
    [WORD_MENU_KEYS] = {{"arrows and Enter, a number, or the mouse; Q leaves",
                         "矢印とEnter、数字、またはマウス（Qで終了）"}},
    [WORD_MENU_RESUME] = {{"Go on: {0}, move {1}", "続きから：{0}（{1}手目）"}},
    [WORD_NO_MEMORY] = {{"There is not enough memory", "メモリーが足りません"}},
    [WORD_NOBODY] = {{"nothing", "なし"}},
    [WORD_KNOWN_WIN] = {{"a win in {0}", "{0}手で勝ち"}},
    [WORD_NOT_SOLVED] = {{"This game is not solved here; --db DIR names a database",
                          "このゲームの解析データがありません（--db DIRで指定）"}},
    [WORD_KNOWN_ON] = {{"Perfect play is shown: green wins, blue draws, red loses",
                        "最善の結果を表示：緑は勝ち、青は引き分け、赤は負け"}},
    [WORD_KNOWN_OFF] = {{"Perfect play is hidden", "最善の結果を隠しました"}},
    [WORD_KNOWN_DRAW] = {{"a draw", "引き分け"}},
    [WORD_KNOWN_LOSS] = {{"a loss in {0}", "{0}手で負け"}},
    [WORD_PLAYERS_NOW] = {{"{0}: {1}; {2}: {3}", "{0}：{1}、{2}：{3}"}},
    [WORD_SAFE] = {{"The saved game could not be read: {0}", "保存された対局を読めません：{0}"}},
    [WORD_POSITION] = {{"position: {0}", "局面：{0}"}},
    [WORD_FLIPPED] = {{"The board is turned round", "盤を回しました"}},
    [WORD_LEFT] = {{"The game is saved; the next start offers it again.",
                    "対局を保存しました。次に始めるときに再開できます。"}},
};

const char *word(Word w, Lang lang)
{
    assert(w < WORD_COUNT);
    return words[w].in[lang];
}

void word_fill(Str *out, Word w, Lang lang, const char *const *args)
{
    str_fill(out, word(w, lang), args);
}

/* SPDX-License-Identifier: MIT */
/* The sentences of the readers of records, see record_faults.h. What stands at the places {0}, {1}
 * and so on is told where a sentence is used. */
#include "play/record_faults.h"

const Text record_fault[FAULT_COUNT] = {
    [FAULT_LINE] = {{"line {0}: {1}", "{0}行目：{1}"}},
    [FAULT_LINE_MOVE] = {{"line {0}, move {1}: {2}", "{0}行目、{1}手目：{2}"}},
    [FAULT_GIVEN] = {{"{0}", "{0}"}},
    [FAULT_READ_WORD] = {{"{0} (at {2}, read as a game from {1})",
                          "{0}（{2}のところ。{1}の棋譜として読みました）"}},
    [FAULT_READ_AS] = {{"{0} (read as a game from {1})", "{0}（{1}の棋譜として読みました）"}},

    [FAULT_ENDS_EARLY] = {{"the text ends too early", "文が途中で終わっています"}},
    [FAULT_UTF8] = {{"the text is not UTF-8", "文がUTF-8ではありません"}},
    [FAULT_CONTROL] = {{"there is a control character (code {0})",
                        "制御文字があります（コード{0}）"}},
    [FAULT_STEERS] = {{"there is a character that steers the terminal or the direction of writing",
                       "端末や書字方向を操る文字があります"}},
    [FAULT_TEXT_LONG] = {{"a text is longer than {0} bytes", "文が{0}バイトを超えています"}},
    [FAULT_BYTE] = {{"there is a byte that belongs to no move (code {0})",
                     "手に使えない文字があります（コード{0}）"}},
    [FAULT_WORD_LONG] = {{"a word is longer than any move", "手として長すぎる語があります"}},

    [FAULT_TAG] = {{"a tag looks like [Name \"value\"]", "タグは [Name \"value\"] の形です"}},
    [FAULT_TAG_LINE] = {{"a tag's value ends on its line", "タグの値はその行の中で終わります"}},
    [FAULT_ESCAPE] = {{"after \\ only \" or \\ may follow",
                       "\\ のあとに書けるのは \" か \\ だけです"}},
    [FAULT_TAG_TWICE] = {{"tag {0} is given twice", "タグ{0}が2回あります"}},
    [FAULT_TAGS] = {{"there are more than {0} tags", "タグが{0}個を超えています"}},
    [FAULT_TAG_LONG] = {{"tag {0} has too long a value", "タグ{0}の値が長すぎます"}},
    [FAULT_TAGS_FIRST] = {{"a game begins with tags, [Game \"VARIANT\"] among them",
                           "棋譜はタグで始まります。[Game \"VARIANT\"] が必要です"}},
    [FAULT_TAG_RESULT] = {{"tag Result is one of 1-0, 0-1, 1/2-1/2, *",
                           "タグResultは 1-0、0-1、1/2-1/2、* のどれかです"}},
    [FAULT_TAG_TERMINATION] =
        {{"tag Termination is one of unfinished, normal, repetition, agreement, resignation, time, "
          "forfeit, adjudicated, aborted",
          "タグTerminationは unfinished、normal、repetition、agreement、resignation、time、"
          "forfeit、adjudicated、aborted のどれかです"}},
    [FAULT_TAG_SEED] = {{"tag Seed is a number", "タグSeedは数です"}},
    [FAULT_TAG_PLIES] = {{"tag Plies is the number of moves of the main line that were played",
                          "タグPliesは本譜のうち実際に指した手数です"}},
    [FAULT_TAG_START] = {{"bad Start: {0}", "タグStartが正しくありません：{0}"}},

    [FAULT_ONE_CLOCK] = {{"a move has one clock", "1手に書ける時計は1つです"}},
    [FAULT_CLOCK] = {{"a clock looks like [%clk 0:04:58]", "時計は [%clk 0:04:58] の形です"}},
    [FAULT_ONE_EVAL] = {{"a move has one evaluation", "1手に書ける評価は1つです"}},
    [FAULT_EVAL] = {{"an evaluation looks like [%eval -1.25]", "評価は [%eval -1.25] の形です"}},
    [FAULT_ONE_COMMENT] = {{"a move has one comment", "1手に書ける注釈は1つです"}},
    [FAULT_COMMENT_OPEN] = {{"the comment that begins here is not closed: there is { without }",
                             "ここで始まる注釈が閉じていません（「{」に対する「}」がありません）"}},
    [FAULT_COMMENT_LONG] =
        {{"the comment that begins here is longer than {0} bytes; perhaps its } is missing",
          "ここで始まる注釈が{0}バイトを超えています。「}」が抜けていませんか"}},
    [FAULT_MARK] = {{"the mark of a move is one of ! ? !! ?? !? ?!",
                     "手の記号は ! ? !! ?? !? ?! のどれかです"}},
    [FAULT_MARK_PLACE] = {{"a mark stands behind a move", "記号は手のすぐあとに書きます"}},
    [FAULT_MARK_NUMBER] = {{"of the numbered marks only $1 to $6 are read",
                            "番号の記号は $1 から $6 までです"}},
    [FAULT_ONE_MARK] = {{"a move has one mark", "1手に書ける記号は1つです"}},
    [FAULT_VARIATION] = {{"a variation follows the move that it replaces",
                          "変化は、代わりになる手のあとに書きます"}},
    [FAULT_VARIATION_MOVE] = {{"a variation begins with a move", "変化は手で始まります"}},
    [FAULT_VARIATION_OPEN] =
        {{"the variation that begins here is not closed: there is ( without )",
          "ここで始まる変化が閉じていません（「(」に対する「)」がありません）"}},
    [FAULT_NEST] = {{"variations nest more than {0} deep", "変化の入れ子が{0}段を超えています"}},
    [FAULT_CLOSES] = {{"there is ) without (", "「(」がないのに「)」があります"}},
    [FAULT_NUMBER] = {{"the number here is {0}", "ここの手数は{0}です"}},
    [FAULT_AFTER_DRAW] =
        {{"the game was drawn by the third occurrence of a position; moves after it "
          "may only stand in variations",
          "同一局面3回（千日手）で引き分けになっています。その先の手は変化にしか書け"
          "ません"}},
    [FAULT_NO_RESULT] = {{"the game ends without a result (1-0, 0-1, 1/2-1/2 or *)",
                          "棋譜が結果（1-0、0-1、1/2-1/2、*）なしで終わっています"}},

    [FAULT_MOVES_END] = {{"the moves end with {0}, but tag Result says {1}",
                          "手順の最後は{0}ですが、タグResultには{1}とあります"}},
    [FAULT_PLIES_SHORT] = {{"tag Plies says {0}, but the main line has {1} moves",
                            "タグPliesは{0}ですが、本譜は{1}手です"}},
    [FAULT_ENDED_WITH] =
        {{"the game ended with {0} (Termination {1}), but the record says {2} ({3})",
          "対局の結果は{0}（Termination {1}）ですが、棋譜には{2}（{3}）とあります"}},
    [FAULT_NO_END] = {{"Termination is {0}, but the moves do not end the game",
                       "Terminationは{0}ですが、この手順では終局しません"}},
    [FAULT_RESULT_TERMINATION] = {{"result {0} does not go with Termination {1}",
                                   "結果{0}はTermination {1}と合いません"}},
    [FAULT_AGREED] = {{"by agreement the result here is {0}, not {1}",
                       "ここで合意すると結果は{0}です（{1}ではありません）"}},
    [FAULT_ONE_WINS] = {{"with Termination {0} one side wins; the result cannot be a draw",
                         "Termination {0}では一方が勝ちます。引き分けにはなりません"}},
    [FAULT_NEEDS_TERMINATION] = {{"result {0} needs a tag Termination that says how it came about",
                                  "結果{0}には、その理由を示すタグTerminationが必要です"}},

    [FAULT_SERIES_OPEN] = {{"the game before it has no result", "前の局に結果がありません"}},
    [FAULT_SERIES_OVER] = {{"the match is over after set {0}, game {1}",
                            "公式戦は第{0}セット第{1}局で終わっています"}},
    [FAULT_SERIES_OTHER] = {{"the games before it are of {0}, not of {1}",
                             "ここまでの局は{0}のもので、{1}ではありません"}},
    [FAULT_SERIES_PLACE] = {{"this should be Set {0}, Round {1} of the match",
                             "ここは公式戦のSet {0}、Round {1}のはずです"}},
    [FAULT_SERIES_START] = {{"the game should start from {0}",
                             "この局は次の局面から始まるはずです：{0}"}},
    [FAULT_CHAIN_NONE] =
        {{"in {0} no game goes on from the last board; Round needs Set",
          "{0}には前の局の盤面から始める次局がありません。RoundにはSetが必要です"}},
    [FAULT_CHAIN_PLACE] = {{"this should be Round {0}", "ここはRound {0}のはずです"}},

    [FAULT_NO_GAME] = {{"there is no game in it", "棋譜がありません"}},
    [FAULT_SEVERAL] = {{"it holds several games that do not belong together",
                        "続きではない対局がいくつも入っています"}},
    [FAULT_TOO_LARGE] = {{"it is larger than {0} bytes", "{0}バイトを超えています"}},
};

// SPDX-License-Identifier: MIT
// The types of the package; docs/javascript.md tells more.

export type Language = 'en' | 'ja';
/** 1 moves first. */
export type Player = 1 | 2;
export type EndingKind =
  | 'rules'
  | 'repetition'
  | 'agreement'
  | 'resignation'
  | 'time'
  | 'forfeit'
  | 'adjudicated'
  | 'aborted';

/** The engine said no; the message is the reason, in the language of the match. Nothing has changed. */
export class Refused extends Error {}
/** A rule is against the move. */
export class IllegalMove extends Refused {}

/** A flag has no values, and null as its default: it is off. */
export interface Option {
  name: string;
  title: string;
  help: string;
  values: string[];
  default: string | null;
}
/** A variant is the id of a game and options: "nine,flying", "morelli,size=9". */
export interface GameInfo {
  id: string;
  family: string;
  title: string;
  summary: string;
  options: Option[];
}
/** All games with their options, in words of the language. */
export function games(lang?: Language): GameInfo[];
/** A level of play. */
export interface Level {
  number: number;
  name: string;
  help: string;
}
/** The levels of play, for analyse({ level }). */
export function levels(lang?: Language): Level[];
/** The version of the engine. */
export function version(): string;

/** x to the right and y down, 100 for a step of the board's grid; band 0 is the outermost ring. */
export interface Point {
  name: string;
  x: number;
  y: number;
  band: number;
}
/** A kind of piece: its letter in position texts, and whose it is (0: nobody's). */
export interface Piece {
  letter: string;
  owner: 0 | Player;
  name: string;
}
/** One variant: its board and pieces. It never changes. */
export class Game {
  constructor(variant: string, how?: { lang?: Language });
  /** The canonical variant text. */
  readonly variant: string;
  /** What players 1 and 2 are called. */
  readonly players: [string, string];
  readonly points: Point[];
  /** Pairs of neighbours, as indices of points. */
  readonly links: [number, number][];
  readonly pieces: Piece[];
  /** Does the third occurrence of a position end a game? */
  readonly repeats: boolean;
}

/** winner: 0 for a draw, null while the game goes on or without a result. */
export interface Outcome {
  over: boolean;
  winner: 0 | Player | null;
  ending: 'none' | EndingKind;
  reason: string;
}
/** A number beside the board, such as men in hand. */
export interface Counter {
  id: string;
  name: string;
  player: Player;
  value: number;
}
/** For the player to move: 1 won, 0 drawn, -1 lost; plies until the end, null if there is none. */
export interface Value {
  value: 1 | 0 | -1;
  plies: number | null;
}
/** All for the player to move: hundredths of a man; plies until they have won (negative: lost), null if nothing is proved; what they
 * can expect in thousandths, a draw being half. */
export interface Line {
  score: number;
  mate: number | null;
  chance: number;
  moves: string[];
}
/** lines: the best first; time: seconds; known: by a database; stopped: before a limit was reached. */
export interface Analysis {
  best: string;
  score: number;
  mate: number | null;
  lines: Line[];
  depth: number;
  nodes: number;
  time: number;
  known: boolean;
  stopped: boolean;
}
export interface Limits {
  /** Seconds; 1 if there is no limit at all. */
  time?: number;
  nodes?: number;
  /** Plies, up to 64. */
  depth?: number;
  /** How many best lines, up to 16. */
  lines?: number;
  /** 1 to 10 play that strong; 0 is full strength. */
  level?: number;
  /** What is found so far, some fifty times a second; false ends the search. */
  progress?: (analysis: Analysis) => unknown;
}

/** One game of a variant, in an instance of the engine of its own. */
export class Match {
  /** From a position text or from the start; seed is for set-ups by chance. */
  constructor(
    variant: string,
    how?: { position?: string; seed?: number | bigint; lang?: Language },
  );
  /** The canonical variant text. */
  readonly variant: string;
  /** The canonical position text. */
  readonly position: string;
  /** Who is to move. */
  readonly player: Player;
  /** How many moves have led here. */
  readonly ply: number;
  /** The moves that have led here. */
  readonly history: string[];
  /** The kind of piece on every point, 0 for none: an index into Game.pieces, plus one. */
  readonly board: number[];
  readonly counters: Counter[];
  /** How the game stands, the draw by third occurrence included. */
  readonly outcome: Outcome;
  /** All legal moves; none if the game is over. */
  readonly moves: string[];
  /** Plays a move; IllegalMove says which rule is against it. */
  play(move: string): void;
  /** Takes the last move back and returns it. */
  undo(): string;
  /** The rule against a move; null if it is legal. */
  why(move: string): string | null;
  /** What a legal move does, in words. */
  describe(move: string): string;
  /** Ends the game otherwise than by the rules: resignation, time and forfeit name who loses, adjudicated who wins (0: a draw). */
  end(how: 'agreement' | 'aborted'): void;
  end(how: 'resignation' | 'time' | 'forfeit', player: Player): void;
  end(how: 'adjudicated', player?: 0 | Player): void;
  /** A match of its own, with the history. */
  copy(): Match;
  /** The game as a text that readRecord() and the program read. */
  record(): string;
  /** Takes a packed database (six.pack) or a learnt evaluation (nine.net) of the variant; copies have it too. */
  load(bytes: Uint8Array): void;
  /** What every move is worth by the database; null if it does not know. */
  values(): Record<string, Value> | null;
  /** What the position is worth by the database; null if it does not know, or if the game is over. */
  value(): Value | null;
  /** The best lines. The search runs in this thread in slices of 20 ms. */
  analyse(limits?: Limits): Promise<Analysis>;
  /** The search under way ends with the best it has. */
  stop(): void;
}

/** One game's record as a match, at the end of its main line. */
export function readRecord(record: string, how?: { lang?: Language }): Match;

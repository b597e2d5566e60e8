// SPDX-License-Identifier: MIT
// Who plays: "You", the computer by the name of its level, people by their names. A colour alone is said only where
// two people share a screen and have given no names.
import { face, rings } from './faces.js';
import { pick, t } from './i18n.js';
import { mark } from './mark.js';

/** @typedef {import('./state.js').Session} Session */
/** @typedef {{level: number, name: {en: string, ja: string}}} LevelName */

/** Names of the computer's levels, from games.json. @type {LevelName[]} */
let levels = [];
/** @param {LevelName[]|undefined} names */
export function nameLevels(names) {
  levels = names ?? [];
}

/** The side of the only person who plays here, or -1. @param {Session} session */
export function yourSide({ state }) {
  const persons = state?.seats.filter((seat) => seat.kind === 'person') ?? [];
  return persons.length === 1 ? persons[0].side : -1;
}

/** @param {Session} session @param {number} side */
export function nameOf(session, side) {
  const seat = session.seat(side),
    colour = session.shape?.players[side] ?? '';
  if (seat?.kind === 'computer') return t('player.computer');
  return side === yourSide(session) ? t('player.you') : seat?.name || colour;
}

/** What stands small beside the name: strength, or the colour where the name is not one.
 * @param {Session} session @param {number} side */
export function kindOf(session, side) {
  const seat = session.seat(side),
    colour = session.shape?.players[side] ?? '';
  if (session.remote?.isAway(side)) return t('online.isAway');
  const vacation = session.remote?.vacationOf(side);
  if (vacation) return t('online.onVacation', vacation);
  if (seat?.kind === 'computer') {
    if (seat.perfect) return t(session.unsure ? 'player.unsure' : 'player.perfect');
    if (seat.time) return t('player.seconds', seat.time / 1000);
    if (!seat.level && session.leaves === session.state?.ply) return t('player.leaves');
    const named = levels.find((l) => l.level === seat.level);
    return named ? pick(named.name) : t('player.level', seat.level);
  }
  return [nameOf(session, side) === colour ? '' : colour, session.remote?.rating(side)]
    .filter(Boolean)
    .join(' · ');
}

/** The picture of whoever sits there; null where there is nothing but a colour. @param {Session} session @param {number} side */
export function pictureOf(session, side) {
  const seat = session.seat(side);
  if (seat?.kind === 'computer' && !seat.time) {
    const picture = seat.perfect ? rings() : face(seat.level);
    picture.classList.add('emblem');
    return picture;
  }
  if (seat?.kind === 'computer') return mark('computer clock');
  const drawn = session.remote?.emblem(side) || seat?.name || (side === yourSide(session) && 'you');
  return drawn ? mark(drawn) : null;
}

/** Which side is White. @param {import('./engine.js').Shape|null} shape */
export const whiteSide = (shape) =>
  shape?.pieces.find((p) => p?.form === 'man' && p.shade === 'white')?.owner ?? 0;

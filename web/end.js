// SPDX-License-Identifier: MIT
// The moment in which a game ends: who sits here hears and sees it, once. A game that is opened when it is over is
// only shown. What is drawn then is banner.js, fetched when it is first needed.
import { byId } from './dom.js';
import { yourSide } from './people.js';

/** @typedef {import('./state.js').Session} Session */

/** How it ended for who sits here: for people at one screen and watchers somebody has won. @param {Session} session
 * @returns {'win'|'lose'|'draw'} */
export function feeling(session) {
  const { winner } = session.state?.ending ?? { winner: 'draw' },
    you = yourSide(session);
  if (winner !== 'p1win' && winner !== 'p2win') return 'draw';
  return you >= 0 && (winner === 'p1win' ? 0 : 1) !== you ? 'lose' : 'win';
}

/** @param {Session} session @param {import('./app.js').Page} page @param {(name: string) => void} sound */
export function watchEnd(session, page, sound) {
  let game = '',
    over = true,
    shown = -1;
  const hide = () => {
    byId('banner').hidden = true;
  };
  session.listen(() => {
    if (!session.state) return;
    const { number, played } = session.shown;
    // Somebody elsewhere has moved while one may look elsewhere, too.
    if (
      number !== shown &&
      session.remote &&
      session.open &&
      played &&
      played.events[0]?.player !== session.turn
    )
      sound('your-turn');
    shown = number;
    const now = session.remote ? session.remote.id : `here ${session.games}`,
      just = now === game && session.over && !over;
    if (now !== game || !session.over) hide();
    game = now;
    ({ over } = session);
    if (!just || session.judge) return; // a lesson has its own words
    sound(feeling(session));
    void import('./banner.js')
      .then(({ showEnd }) => {
        if (session.over) return showEnd(session, page);
      })
      .catch(page.report);
  });
}

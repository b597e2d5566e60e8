// SPDX-License-Identifier: MIT
// Mouse, finger and keyboard on the board, all turned into "this point was chosen". A tap near a
// legal point means that point; the smaller the board on the screen, the further it attracts. Men are lifted when
// they are pressed, and may be dragged: from point to point, or from the hand beside the board.
import { s } from './dom.js';
import { UNIT, neighbour, snap } from './geometry.js';
import { drawPiece } from './pieces.js';

const DRAG_PX = 6,
  FINGER_PX = 22;
const ARROWS = /** @type {Record<string, {x: number, y: number}>} */ ({
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
});

/**
 * @param {import('./board.js').Board} board
 * @param {import('./state.js').Session} session
 */
export function listen(board, session) {
  const { svg } = board;
  /** @type {{point: number, x: number, y: number, dragging: boolean, piece: any}|null} */
  let press = null;

  /** @param {PointerEvent} event */
  const place = (event) => {
    const matrix = svg.getScreenCTM();
    const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x: spot.x, y: spot.y, scale: matrix.a };
  };
  /** @param {PointerEvent} event */
  const pointOf = (event) => {
    const spot = place(event);
    const finger = event.pointerType === 'mouse' ? 0 : FINGER_PX / spot.scale;
    return snap(
      board.spots,
      spot,
      session.open ? session.narrow.next : [],
      Math.max(0.55 * UNIT, finger),
    );
  };

  /** What moves is dragged; a man that may be taken is not: it is chosen when the pointer goes up. @param {number} point */
  const mayDrag = (point) =>
    (session.planning
      ? session.owns(point)
      : session.open &&
        session.narrow.next.includes(point) &&
        session.narrow.roles.includes('from')) && !!board.pieces[point];

  svg.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => {
    if (event.button !== 0) return;
    const point = pointOf(event);
    if (point < 0 && session.premove.length) void session.clear();
    if (point < 0) return;
    event.preventDefault();
    svg.classList.add('pointing'); // the focus moves along, but a pointer needs no ring
    svg.setPointerCapture(event.pointerId);
    const piece = mayDrag(point) ? board.pieceAt(point) : null;
    piece?.classList.add('held');
    press = { point, x: event.clientX, y: event.clientY, dragging: false, piece };
  });

  // A finger scrolls the page from the board, but not with a man in it; the pointer came down just before.
  svg.addEventListener(
    'touchstart',
    (/** @type {TouchEvent} */ event) => {
      if (press?.piece) event.preventDefault();
    },
    { passive: false },
  );

  svg.addEventListener('pointermove', (/** @type {PointerEvent} */ event) => {
    if (!press) {
      if (event.pointerType === 'mouse')
        void session.hover(session.shape ? snap(board.spots, place(event), [], 0) : -1);
      return;
    }
    const { x, y, scale } = place(event);
    if (!press.dragging) {
      if (
        Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_PX ||
        !press.piece ||
        !scale
      )
        return;
      press.dragging = true;
      board.motion?.stop();
      board.raise(press.piece);
      if (session.planning) void session.clear(); // another plan
      void session.click(press.point);
    }
    const from = board.spots[press.point];
    press.piece?.style.setProperty('transform', `translate(${x - from.x}px, ${y - from.y}px)`);
    void session.hover(pointOf(event)); // what a man does where it would be let go
  });

  /** @param {any} piece */
  const letGo = (piece) => {
    piece?.classList.remove('held');
    piece?.style.removeProperty('transform');
  };

  svg.addEventListener('pointerup', async (/** @type {PointerEvent} */ event) => {
    if (!press) return;
    const { point, dragging, piece } = press;
    press = null;
    board.moveFocus(point);
    if (!dragging) {
      letGo(piece);
      await session.click(point);
      if (event.pointerType !== 'mouse' && session.clicks.length) void session.hover(point);
      return;
    }
    await session.queue; // what the press has chosen decides where it may be dropped
    const target = pointOf(event);
    letGo(piece);
    if (!session.planning && session.clicks.at(-1) !== point) return; // it was not picked up
    if (target >= 0 && target !== point) {
      board.dropped = target;
      await session.click(target);
    } else if (target < 0) await session.clear();
  });

  svg.addEventListener('pointercancel', () => {
    letGo(press?.piece);
    press = null;
  });
  dragFromHand(board, session, place, pointOf);
  svg.addEventListener('pointerleave', () => void session.hover(-1));

  svg.addEventListener('contextmenu', (/** @type {MouseEvent} */ event) => {
    if (!session.premove.length && !session.clicks.length) return;
    event.preventDefault();
    void session.clear();
  });

  // Screen readers press buttons without a pointer.
  svg.addEventListener('click', (/** @type {MouseEvent} */ event) => {
    const button = event.target instanceof Element ? event.target.closest('[data-point]') : null;
    if (button && event.detail === 0) void session.click(Number(button.getAttribute('data-point')));
  });

  svg.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    svg.classList.remove('pointing');
    const way = ARROWS[event.key];
    if (way && session.shape) {
      event.preventDefault();
      board.moveFocus(neighbour(board.spots, session.shape.links, board.focus, way));
      void session.hover(board.focus);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      void session.click(board.focus);
    } else if (event.key === 'Escape') void session.clear();
    else if (event.key === 'f' && session.canFinish) void session.finish();
  });
  svg.addEventListener('focusin', (/** @type {FocusEvent} */ event) => {
    const point = event.target instanceof Element ? event.target.getAttribute('data-point') : null;
    if (point !== null) board.focus = Number(point);
  });
}

/** A man from the hand of whoever is to move, taken from the pips beside the board and let go on a point.
 * @param {import('./board.js').Board} board @param {import('./state.js').Session} session
 * @param {(event: PointerEvent) => {x: number, y: number}} place @param {(event: PointerEvent) => number} pointOf */
function dragFromHand(board, session, place, pointOf) {
  const table = board.host.parentElement;
  table?.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => {
    const pips =
      event.target instanceof Element ? event.target.closest('.player.to-move .pips') : null;
    const piece = session.shape?.pieces.find((p) => p?.owner === session.turn && p.form === 'man');
    if (
      event.button !== 0 ||
      !pips ||
      !piece ||
      !session.open ||
      session.clicks.length ||
      !session.narrow.roles.includes('place')
    )
      return;
    event.preventDefault();
    const man = s('g', { class: 'from-hand' }, drawPiece(piece, board.kind)),
      ends = new AbortController();
    const move = (/** @type {PointerEvent} */ e) => {
      const { x, y } = place(e);
      man.setAttribute('transform', `translate(${x} ${y}) scale(1.1)`);
      if (!man.parentNode) board.layers?.top.append(man);
    };
    const end = async (/** @type {PointerEvent} */ e) => {
      ends.abort();
      const target = e.type === 'pointerup' ? pointOf(e) : -1;
      man.remove();
      if (target < 0 || !session.narrow.next.includes(target)) return;
      board.dropped = target;
      await session.click(target);
    };
    const { signal } = ends;
    addEventListener('pointermove', move, { signal });
    addEventListener('pointerup', end, { signal });
    addEventListener('pointercancel', end, { signal });
  });
}

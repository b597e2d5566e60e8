// SPDX-License-Identifier: MIT
// Mouse, finger and keyboard on the board, all turned into "this point was chosen". A tap near a
// legal point means that point; the smaller the board on the screen, the further it attracts.
import { UNIT, neighbour, snap } from './geometry.js';

const DRAG_PX = 6, FINGER_PX = 22;
const ARROWS = /** @type {Record<string, {x: number, y: number}>} */ ({
  ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 }, ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 },
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
    return snap(board.spots, spot, session.open ? session.narrow.next : [], Math.max(0.55 * UNIT, finger));
  };

  svg.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => {
    if (event.button !== 0) return;
    const point = pointOf(event);
    if (point < 0) return;
    event.preventDefault();
    svg.classList.add('pointing'); // the focus moves along, but a pointer needs no ring
    svg.setPointerCapture(event.pointerId);
    press = { point, x: event.clientX, y: event.clientY, dragging: false, piece: null };
  });

  svg.addEventListener('pointermove', (/** @type {PointerEvent} */ event) => {
    if (!press) {
      if (event.pointerType === 'mouse') void session.hover(session.shape ? snap(board.spots, place(event), [], 0) : -1);
      return;
    }
    const { x, y, scale } = place(event);
    if (!press.dragging) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_PX) return;
      const can = session.open && session.narrow.next.includes(press.point);
      if (!can || !board.pieces[press.point] || !scale) return;
      press.dragging = true;
      press.piece = board.pieceAt(press.point);
      void session.click(press.point);
    }
    const from = board.spots[press.point];
    press.piece?.style.setProperty('transform', `translate(${x - from.x}px, ${y - from.y}px)`);
  });

  svg.addEventListener('pointerup', async (/** @type {PointerEvent} */ event) => {
    if (!press) return;
    const { point, dragging, piece } = press;
    press = null;
    board.moveFocus(point);
    if (!dragging) {
      await session.click(point);
      if (event.pointerType !== 'mouse' && session.clicks.length) void session.hover(point);
      return;
    }
    await session.queue; // what the press has chosen decides where it may be dropped
    const target = pointOf(event);
    piece?.style.removeProperty('transform');
    if (target >= 0 && target !== point) await session.click(target);
    else if (target < 0) await session.clear();
  });

  svg.addEventListener('pointercancel', () => {
    press?.piece?.style.removeProperty('transform');
    press = null;
  });
  svg.addEventListener('pointerleave', () => void session.hover(-1));

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

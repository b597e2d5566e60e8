// SPDX-License-Identifier: MIT
// Learnt evaluations (docs/adr/0090): some 30 kB for a game, fetched when somebody first thinks about it with full strength and
// never before a move can be made. Runs in the engine's worker. Without its file the engine judges by its own sums.

/** Variants that have a file, nets/NAME.net. A test compares with the folder. */
export const NETS = ['nine'];
/** @param {string} variant */
export const netName = (variant) => `nets/${variant.replace(/[,=]/g, '-')}.net`;

/** By engine: of which variant it has one, or could not get it; that is asked for once. @type {WeakMap<Function, string>} */
const had = new WeakMap();

/**
 * The engine judges the open game by what was learnt, from its next thought on.
 * @param {(name: string, arg?: any) => any} call of the engine
 * @param {(file: string) => Promise<Response>} [get]
 * @returns {Promise<boolean>} has it come just now?
 */
export async function strengthen(call, get = (file) => fetch(new URL(file, import.meta.url))) {
  const open = () => call('state').table.variant,
    variant = open();
  if (variant === had.get(call) || !NETS.includes(variant)) return false;
  had.set(call, variant);
  try {
    const answer = await get(netName(variant));
    if (!answer.ok) throw new Error(String(answer.status));
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (open() !== variant) throw new Error('another game is open now');
    call('load', bytes);
    return true;
  } catch (error) {
    if (open() !== variant) had.delete(call); // when it is opened again, it is asked for again
    console.info(
      `${netName(variant)} is not used: ${error instanceof Error ? error.message : error}`,
    );
    return false;
  }
}

// The kinds of files that `npm run corpus` reads: each with a reader of ours and, where it is installed, one of others.
import { midi } from './midi.mjs';
import { abc, musicXml } from './sheets.mjs';

/**
 * @typedef {object} Reading what one file came to
 * @property {'read' | 'mended' | 'refused' | 'different'} outcome different: from the second reader
 * @property {string} reason "" for a file that was simply read
 * @property {boolean} isExpected false for what should not be: a refusal of what the second reader reads, or a difference
 *   that is on no list
 * @property {number} ms how long our reader took
 * @property {number} [tune] which one, in a file that has several
 *
 * @typedef {object} Kind
 * @property {string} name
 * @property {RegExp} fileName
 * @property {() => Promise<{ name: string, read: (path: string, mine: any) => Promise<unknown>, close: () => void } | undefined>} secondReader
 *   undefined if it is not installed; `read` gives what `compare` takes
 * @property {URL} worker a module that answers `{ name, bytes }` with `{ mine }` or `{ refusal }`, each with `ms`
 * @property {(mine: any, second: any) => Omit<Reading, 'ms'>[]} compare `second` is undefined without a second reader
 */

/** @type {Kind[]} */
export const kinds = [midi, abc, musicXml];

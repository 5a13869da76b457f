// What tests put in a page or in the app's main process to come back to. Functions that run there are sent as text and can
// import nothing, so these are globals, each of one test or helper and undefined elsewhere.

import type { DesktopApi } from '../src/shared/ipc.ts';
import type { MidiRequest } from '../src/shared/midi-messages.ts';
import type { ProbeResult } from './sdk-probe.ts';

/** How a page's frames went by. */
export interface FrameTrace {
  /** ms between frames, and ms of work in each. */
  readonly intervals: number[];
  readonly work: number[];
  /** How many callbacks of the page waited for a frame at once. */
  mostWaiting: number;
}

/** A keyboard as a page has it. */
export interface KeyboardInPage {
  send(...bytes: number[]): void;
  unplug(): void;
}

declare global {
  /** How often React has rendered what is on screen while people play; the app's own (ui/render-count.ts). */
  var roomtoneRenders: { total: number } | undefined;
  /** The notes which keys have lit up for. */
  var roomtoneLit: Set<number>;
  /** The loudest frequencies now, Hz, loudest first; none in silence. */
  var roomtoneHeard: () => number[];
  /** The devices which sound was sent to. */
  var roomtoneSinks: string[];
  /** The beats that were shown: their names, and their moments on the service clock. */
  var roomtoneBeats: [name: string, us: string][];
  var roomtoneFrames: FrameTrace;
  var roomtoneHands: Worker;
  var roomtoneTap: Worker;
  var roomtoneProbe: (url: string, name: string) => Promise<ProbeResult>;
  var midiKeyboard: KeyboardInPage;
  /** What the app has shown by the system, or handed to it. */
  var roomtoneShown: string[];
  /** What a window has asked the devices that a test plays. */
  var roomtoneAsked: MidiRequest[];
  /** What the preload script gives to pages in the app. */
  var roomtone: DesktopApi;
}

// Globals that tests set in a page or in the app's main process. Functions that run there are sent as text and cannot import
// anything. Each global belongs to one test or helper and is undefined elsewhere.

import type { DesktopApi } from '../src/shared/ipc.ts';
import type { MidiRequest } from '../src/shared/midi-messages.ts';
import type { ProbeResult } from './sdk-probe.ts';

/** The frames that a page drew. */
export interface FrameTrace {
  /** ms between frames, and ms of work in each. */
  readonly intervals: number[];
  readonly work: number[];
  /** The most callbacks that waited for one frame. */
  maxWaiting: number;
}

/** A keyboard as the page sees it. */
export interface KeyboardInPage {
  send(...bytes: number[]): void;
  unplug(): void;
}

declare global {
  /** How many renders React has done while people play; set by the app (ui/render-count.ts). */
  var roomtoneRenders: { total: number } | undefined;
  /** The notes whose keys have lit up. */
  var roomtoneLit: Set<number>;
  /** The loudest frequencies now, Hz, loudest first; empty in silence. */
  var roomtoneHeard: () => number[];
  /** The states of the audio contexts that the page has made. */
  var roomtoneAudioStates: () => AudioContextState[];
  /** The output devices that were chosen. */
  var roomtoneSinks: string[];
  /** The beats that were shown: their names, and their times on the service clock. */
  var roomtoneBeats: [name: string, us: string][];
  var roomtoneFrames: FrameTrace;
  var roomtoneHands: Worker;
  var roomtoneTap: Worker;
  var roomtoneProbe: (url: string, name: string) => Promise<ProbeResult>;
  var midiKeyboard: KeyboardInPage;
  /** The notifications that the app has shown, or the links it has handed to the system. */
  var roomtoneShown: string[];
  var roomtoneClick: () => void;
  /** Chooses a folder in the open dialog. */
  var roomtoneChoose: (folder: string) => void;
  /** The requests that a window has sent to the test's MIDI devices. */
  var roomtoneAsked: MidiRequest[];
  /** The bridge that the preload script gives to pages in the app. */
  var roomtone: DesktopApi;
}

import { midiController, midiStatus } from '@roomtone/protocol';

const { rpnMsb, rpnLsb, nrpnMsb, nrpnLsb, dataEntryMsb, dataEntryLsb } = midiController;
const noParameter = 0x7f;
/** Kinds of keys beside a controller's number: parameters by data entry, and what a status sets as a whole. */
const parameterKey = 1 << 16;
const wholeKey = 1 << 15;
const channelStep = 1 << 17;

/** The parameter that data entry sets, registered or not. */
interface Parameter {
  readonly isRegistered: boolean;
  readonly msb: number;
  readonly lsb: number;
}

/**
 * The programs, controllers, parameters, pitch bends and channel pressures in effect on each channel, without notes.
 */
export class ChannelSettings {
  /** The messages that make each setting, in the order in which they were made. */
  readonly #set = new Map<number, readonly number[]>();
  readonly #parameters = new Map<number, Parameter>();

  /** Takes in one event; `second` is 0 for one of two bytes. */
  take(status: number, first: number, second: number): void {
    const kind = status & 0xf0;
    if (kind === midiStatus.controlChange) this.#control(status, first, second);
    else if (kind === midiStatus.programChange || kind === midiStatus.channelPressure)
      this.#put(keyOf(status, wholeKey | kind), [status, first]);
    else if (kind === midiStatus.pitchBend) this.#put(keyOf(status, wholeKey | kind), [status, first, second]);
  }

  /** What sets these settings elsewhere, each message as long as it takes: a parameter is chosen and set. */
  messages(): (readonly number[])[] {
    const chosen = [...this.#parameters].flatMap(([status, parameter]) =>
      parameter.msb === noParameter || parameter.lsb === noParameter ? [] : [choice(status, parameter)],
    );
    return [...this.#set.values(), ...chosen];
  }

  /** What takes these settings back to those of an instrument that has just been switched on, and then to `own`. */
  restoring(own: ChannelSettings, ownProgram: number): (readonly number[])[] {
    const messages: (readonly number[])[] = [];
    for (const [key, message] of this.#set) {
      const set = own.#set.get(key);
      const [status = 0, first = 0] = message;
      const kind = status & 0xf0;
      if (set !== undefined) messages.push(set);
      else if (kind === midiStatus.programChange) messages.push([status, ownProgram]);
      else if (kind === midiStatus.channelPressure) messages.push([status, 0]);
      else if (kind === midiStatus.pitchBend) messages.push([status, 0, 64]);
      else if ((key & parameterKey) === 0) messages.push([status, first, defaults.get(first) ?? 0]);
      else messages.push(defaultOfParameter(message));
    }
    for (const status of this.#parameters.keys())
      messages.push(choice(status, { isRegistered: true, msb: noParameter, lsb: noParameter }));
    return messages.filter((message) => message.length > 0);
  }

  clear(): void {
    this.#set.clear();
    this.#parameters.clear();
  }

  #control(status: number, controller: number, value: number): void {
    const chosen = this.#parameters.get(status) ?? { isRegistered: true, msb: noParameter, lsb: noParameter };
    if (controller === rpnMsb || controller === nrpnMsb)
      this.#parameters.set(status, { ...chosen, isRegistered: controller === rpnMsb, msb: value });
    else if (controller === rpnLsb || controller === nrpnLsb)
      this.#parameters.set(status, { ...chosen, isRegistered: controller === rpnLsb, lsb: value });
    else if (controller === dataEntryMsb || controller === dataEntryLsb) {
      if (chosen.msb === noParameter && chosen.lsb === noParameter) return;
      const { isRegistered, msb, lsb } = chosen;
      const place = (Number(isRegistered) << 15) | (Number(controller === dataEntryMsb) << 14) | (msb << 7) | lsb;
      this.#put(keyOf(status, parameterKey | place), [...choice(status, chosen), status, controller, value]);
    } else if (controller === midiController.resetControllers) this.#reset(status);
    else if (controller < midiController.allSoundOff) this.#put(keyOf(status, controller), [status, controller, value]);
  }

  /** What "reset all controllers" resets (MIDI 1.0, RP-015): banks, volume, pan, sounds, effects and parameters stay. */
  #reset(status: number): void {
    this.#parameters.delete(status);
    for (const key of [...this.#set.keys()]) {
      if (Math.floor(key / channelStep) !== (status & 0x0f) || (key & parameterKey) !== 0) continue;
      const isProgram = key % channelStep === (wholeKey | midiStatus.programChange);
      if (!isProgram && ((key & wholeKey) !== 0 || !isKept(key % channelStep))) this.#set.delete(key);
    }
  }

  /** Deleting first moves the key to the end, which keeps the order of events. */
  #put(key: number, message: readonly number[]): void {
    this.#set.delete(key);
    this.#set.set(key, message);
  }
}

/** Controllers whose value is not 0 when an instrument has just been switched on. */
const defaults = new Map<number, number>([
  [midiController.volume, 100],
  [8, 64],
  [midiController.pan, 64],
  [midiController.expression, 127],
  // Sounds: brighter, longer and such.
  ...Array.from({ length: 10 }, (_, index) => [70 + index, 64] as const),
  // The amount of reverb.
  [91, 40],
]);

function keyOf(status: number, key: number): number {
  return (status & 0x0f) * channelStep + key;
}

function isKept(controller: number): boolean {
  const { bankMsb, bankLsb, volume, pan } = midiController;
  const isSingle = [bankMsb, bankLsb, volume, pan].some((each) => each === controller);
  return isSingle || (controller >= 70 && controller <= 79) || (controller >= 91 && controller <= 95);
}

function choice(status: number, { isRegistered, msb, lsb }: Parameter): number[] {
  return [status, isRegistered ? rpnMsb : nrpnMsb, msb, status, isRegistered ? rpnLsb : nrpnLsb, lsb];
}

/** The bend range is two semitones and the tuning in the middle; other parameters have no default that is known. */
function defaultOfParameter(message: readonly number[]): number[] {
  const [status = 0, selector, msb, , , lsb, , controller] = message;
  if (selector !== rpnMsb || msb !== 0 || lsb === undefined || lsb > 2 || controller === undefined) return [];
  const value = controller === dataEntryLsb ? 0 : lsb === 0 ? 2 : 64;
  return [...message.slice(0, 6), status, controller, value];
}

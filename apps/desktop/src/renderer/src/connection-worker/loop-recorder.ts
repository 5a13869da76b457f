import { forEachEvent, midiStatus, type TimedEvent } from '@roomtone/protocol';
import type { Transport } from '@roomtone/sdk';
import {
  BarClock,
  barsAt,
  captured,
  type LoopEvent,
  type LoopLayer,
  type Loops,
  loopLimits,
  loopTicks,
  segmentAt,
  tickAt,
  ticksPerBeat,
} from '@roomtone/sdk/extras';
import { drumChannel, drumProgram } from '../contract/instruments.ts';
import { localNowUs } from '../contract/local-time.ts';
import type { LoopRecordingEnd, LoopRecordingRequest, LoopRecordingState } from '../contract/loop-messages.ts';

/** A recording begins at the first bar line after this long, so that nobody is surprised by it. */
const leadUs = 200_000;
/** A recorded loop is sent this long before its end, so that everybody plays it from its end on; what was played then follows. */
const sentAheadUs = 500_000;
/** How long after its end what was played before it may still arrive. */
const stragglersUs = 150_000;
/** How much playing is kept from before a recording: notes and pedals that are down already. */
const keptUs = 20_000_000;

interface Heard extends TimedEvent {
  readonly participant: number;
}

interface Running {
  readonly request: LoopRecordingRequest;
  readonly loops: Loops;
  readonly nowUs: () => number;
  /** Service clock, µs. */
  readonly startUs: number;
  /** Where in the loop it begins; 0 for a new one. */
  readonly startTick: number;
  readonly beatsPerBar: number;
  /** Undefined while it may become longer. */
  bars: number | undefined;
  /** The recording that was sent, if there was one. */
  sent: readonly LoopLayer[] | undefined;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** The outcome of the recording, for the page. */
export interface RecorderEvent {
  readonly recording: LoopRecordingState | undefined;
  readonly end?: LoopRecordingEnd;
}

/** Records loops from what somebody plays in the room, in time with the metronome. */
export class LoopRecorder {
  readonly #report: (event: RecorderEvent) => void;
  readonly #clock = new BarClock();
  /** By participant and channel. */
  readonly #programs = new Map<number, Map<number, number>>();
  readonly #instruments = new Map<number, string>();
  readonly #fail: (error: unknown) => void;
  #heard: Heard[] = [];
  #running: Running | undefined;

  /** @param fail called with why the server refused a loop. */
  constructor(report: (event: RecorderEvent) => void, fail: (error: unknown) => void) {
    this.#report = report;
    this.#fail = fail;
  }

  setMetronome(transport: Transport, nowUs: number): void {
    this.#clock.set(transport, nowUs);
    if (!transport.running) this.#end('metronome');
  }

  resetMetronome(transport: Transport | undefined): void {
    this.#clock.reset(transport);
  }

  /** Takes what a participant played; service clock, µs. Missing offsets count as 0. */
  hear(participant: number, data: Uint8Array, startUs: number, offsets: readonly number[] = []): void {
    forEachEvent(data, (status, first, _second, index, position) => {
      const length =
        (status & 0xf0) === midiStatus.programChange || (status & 0xf0) === midiStatus.channelPressure ? 2 : 3;
      const timeUs = startUs + (offsets[index] ?? 0);
      this.#heard.push({ participant, timeUs, data: data.slice(position, position + length) });
      if ((status & 0xf0) === midiStatus.programChange) this.#programsOf(participant).set(status & 0x0f, first);
    });
    // Twice as many, so that this is not done for every note.
    if (this.#running === undefined && this.#heard.length > 2 * loopLimits.eventsPerLayer.max) {
      const fromUs = startUs - keptUs;
      this.#heard = this.#heard.filter(({ timeUs }) => timeUs >= fromUs).slice(-loopLimits.eventsPerLayer.max);
    }
  }

  /** A participant has chosen an instrument, if it is another one than before: programs that they chose are over. */
  setInstrument(participant: number, instrument: string): void {
    const before = this.#instruments.get(participant);
    this.#instruments.set(participant, instrument);
    if (before !== undefined && before !== instrument) this.#programs.delete(participant);
  }

  /** Forgets what a participant who has left played. */
  left(participant: number): void {
    this.#programs.delete(participant);
    this.#instruments.delete(participant);
    this.#heard = this.#heard.filter((event) => event.participant !== participant);
  }

  /** Begins at the next bar line. */
  start(request: LoopRecordingRequest, loops: Loops, nowUs: () => number): void {
    this.cancel();
    const startUs = this.#clock.barLineFrom(nowUs() + leadUs);
    const transport = startUs === undefined ? undefined : this.#clock.runningAt(startUs);
    if (startUs === undefined || transport === undefined) {
      this.#report({ recording: undefined, end: 'metronome' });
      return;
    }
    const under = request.kind === 'overdub' ? loops.all.get(request.slot) : undefined;
    const segment = under && segmentAt(under.plan, startUs);
    const lengthTicks = under === undefined ? 0 : loopTicks(under.content);
    const startTick = segment?.playing === true ? Math.round(tickAt(segment, startUs)) % lengthTicks : 0;
    const { beatsPerBar } = transport;
    const bars = request.kind === 'overdub' ? lengthTicks / (beatsPerBar * ticksPerBeat) : request.bars || undefined;
    const running = { request, loops, nowUs, startUs, startTick, beatsPerBar, bars, sent: undefined, timer: undefined };
    this.#running = running;
    const toLocalUs = localNowUs() - nowUs();
    const { slot, kind, participant } = request;
    const barUs = (beatsPerBar * 60e6) / transport.bpm;
    this.#report({
      recording: {
        slot,
        kind,
        participant,
        startUs: startUs + toLocalUs,
        barUs,
        bars: request.kind === 'overdub' ? Math.ceil(bars ?? 1) : request.bars,
      },
    });
    this.#plan(running);
  }

  /** Ends the recording with the bar line that is nearest; before its first bar it is dropped. */
  finish(): void {
    const running = this.#running;
    if (running === undefined) return;
    const tick = this.#clock.ticksBetween(running.startUs, running.nowUs());
    const barTicks = running.beatsPerBar * ticksPerBeat;
    if (tick < barTicks / 4) this.cancel();
    else if (running.bars === undefined) {
      running.bars = barsAt(tick, barTicks, loopLimits.bars.max);
      this.#plan(running);
    }
  }

  /** Drops the recording. */
  cancel(): void {
    this.#end('cancelled');
  }

  /** Waits for the time to send what was played. */
  #plan(running: Running): void {
    clearTimeout(running.timer);
    const endUs = this.#clock.afterTicks(running.startUs, this.#lengthOf(running));
    const leftUs = endUs - running.nowUs();
    const isEarly = running.sent === undefined && running.bars !== undefined && leftUs > sentAheadUs;
    const waitUs = isEarly || running.bars === undefined ? leftUs - sentAheadUs : leftUs + stragglersUs;
    running.timer = setTimeout(() => this.#send(running), Math.max(0, waitUs / 1000));
  }

  /** A recording that is ended by hand ends by itself with the longest loop. */
  #lengthOf({ bars = loopLimits.bars.max, beatsPerBar }: Running): number {
    return Math.round(bars * beatsPerBar * ticksPerBeat);
  }

  #send(running: Running): void {
    running.bars ??= loopLimits.bars.max;
    const isLast = this.#clock.ticksBetween(running.startUs, running.nowUs()) >= this.#lengthOf(running);
    const layers = this.#layersOf(running);
    const { request, loops, sent, startUs, beatsPerBar, bars } = running;
    const isNew = layers.length > 0 && JSON.stringify(layers.map(plain)) !== JSON.stringify(sent?.map(plain));
    if (isNew && request.kind === 'record') {
      const { slot, name } = request;
      // The first time the slot must still be empty; the second time it is this loop that is replaced.
      const start = { originTimeUs: startUs };
      void this.#tell(() =>
        loops.record(slot, { name, bars, beatsPerBar, layers, replace: sent !== undefined, start }),
      );
      running.sent = layers;
    } else if (isNew && isLast) {
      for (const layer of layers) void this.#tell(() => loops.overdub(request.slot, layer));
      running.sent = layers;
    }
    if (!isLast) this.#plan(running);
    else if (this.#running === running) this.#end(running.sent === undefined ? 'empty' : 'kept');
  }

  async #tell(send: () => Promise<void>): Promise<void> {
    try {
      await send();
    } catch (error) {
      this.#fail(error);
      this.#end('refused');
    }
  }

  #layersOf({ request, startUs, startTick, beatsPerBar, bars, loops }: Running): LoopLayer[] {
    const under = request.kind === 'overdub' ? loops.all.get(request.slot) : undefined;
    const lengthTicks = under === undefined ? (bars ?? 1) * beatsPerBar * ticksPerBeat : loopTicks(under.content);
    const played = this.#heard.filter(({ participant }) => participant === request.participant);
    const events = captured(played, {
      tickOf: (timeUs) => this.#clock.ticksBetween(startUs, timeUs),
      lengthTicks,
      maxEvents: loopLimits.eventsPerLayer.max,
      ...(request.gridTicks > 0 && { gridTicks: request.gridTicks }),
    });
    const channels = new Map<number, LoopEvent[]>();
    for (const event of moved(events, startTick, lengthTicks)) {
      const channel = (event.data[0] ?? 0) & 0x0f;
      channels.set(channel, [...(channels.get(channel) ?? []), event]);
    }
    return [...channels]
      .filter(([, all]) => all.some(({ data }) => ((data[0] ?? 0) & 0xf0) === midiStatus.noteOn))
      .slice(0, loopLimits.layers.max)
      .map(([channel, all]) => layerOf(channel, all, this.#programOf(request, channel)));
  }

  #programOf({ participant, program }: LoopRecordingRequest, channel: number): number {
    return this.#programs.get(participant)?.get(channel) ?? program;
  }

  #programsOf(participant: number): Map<number, number> {
    const programs = this.#programs.get(participant) ?? new Map<number, number>();
    this.#programs.set(participant, programs);
    return programs;
  }

  #end(end: LoopRecordingEnd): void {
    if (this.#running === undefined) return;
    clearTimeout(this.#running.timer);
    this.#running = undefined;
    this.#report({ recording: undefined, end });
  }
}

/** Notes that were recorded from the middle of a loop on, in their place; a note over the loop's end is cut there. */
function moved(events: readonly LoopEvent[], startTick: number, lengthTicks: number): readonly LoopEvent[] {
  if (startTick === 0) return events;
  const starts = new Map<number, number>();
  return events.flatMap(({ tick, data }) => {
    const [status = 0, key = 0] = data;
    const id = ((status & 0x0f) << 8) | key;
    const at = (tick + startTick) % lengthTicks;
    if ((status & 0xf0) === midiStatus.noteOn) starts.set(id, at);
    else if ((status & 0xf0) === midiStatus.noteOff) {
      const began = starts.get(id) ?? 0;
      return [{ tick: at <= began ? lengthTicks : at, data }];
    }
    return [{ tick: at, data }];
  });
}

/** Drums have a channel of their own, whatever they were played on. */
function layerOf(channel: number, events: readonly LoopEvent[], program: number): LoopLayer {
  const isDrums = channel === drumChannel || program === drumProgram;
  const target = isDrums ? drumChannel : channel;
  const placed = events.map(({ tick, data }) => {
    const copy = Uint8Array.from(data);
    copy[0] = ((data[0] ?? 0) & 0xf0) | target;
    return { tick, data: copy };
  });
  return { channel: target, bankMsb: 0, bankLsb: 0, program: isDrums ? 0 : program, events: placed };
}

function plain({ events, ...rest }: LoopLayer) {
  return { ...rest, events: events.map(({ tick, data }) => [tick, ...data]) };
}

import { eventLength } from '@roomtone/protocol';
import type { Room } from '@roomtone/sdk';
import { LoopParts, LoopPlayer, type Loops, loopsOf, type PartNews } from '@roomtone/sdk/extras';
import { localNowUs } from '../contract/local-time.ts';
import {
  type LoopCommand,
  type LoopMessage,
  type LoopRecordingRequest,
  type LoopRoomEvent,
  loopParticipant,
} from '../contract/loop-messages.ts';
import { LoopRecorder } from './loop-recorder.ts';

const everyMs = 100;
/** How far ahead loops are sent: enough for a busy thread. What changes meanwhile is taken back. */
const aheadUs = 500_000;

/** Instruments outside this machine, which know no volume of a loop. */
interface LoopOutput {
  play(message: LoopMessage): void;
  silence(): void;
}

/** The loops of the current room: plays them on the service clock, passes on what happens to them, and records new ones. */
export class RoomLoops {
  readonly #post: (event: LoopRoomEvent) => void;
  readonly #player = new LoopPlayer();
  readonly #parts = new LoopParts();
  readonly #recorder: LoopRecorder;
  #connection: Room | undefined;
  #loops: Loops | undefined;
  #ports: readonly MessagePort[] = [];
  #soundPort: MessagePort | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #output: LoopOutput | undefined;

  /** @param fail called with why a recorded loop was refused. */
  constructor(post: (event: LoopRoomEvent) => void, fail: (error: unknown) => void) {
    this.#post = post;
    this.#recorder = new LoopRecorder((event) => post({ type: 'loopRecording', ...event }), fail);
  }

  /** Sets the port for what loops play to be recorded. */
  setDrawingPort(port: MessagePort): void {
    this.#ports = [port];
  }

  /** Sets where loops play outside this machine. */
  setOutput(output: LoopOutput): void {
    this.#output = output;
  }

  /** Sets the port for loops to be heard; begins in the middle of those that play. */
  portChanged(port: MessagePort): void {
    this.#soundPort = port;
    this.#output?.silence();
    this.silenced();
  }

  /** Takes own notes, service clock. */
  played(data: Uint8Array, timeUs: number): void {
    const self = this.#connection?.self?.participantId;
    if (self !== undefined) this.#recorder.hear(self, data, timeUs);
  }

  /** Everything that sounded here was silenced: what loops play comes again from now on. */
  silenced(): void {
    this.#player.forget();
  }

  /** Follows the loops of a room's connection. */
  follow(connection: Room): void {
    this.close();
    this.#connection = connection;
    const loops = loopsOf(connection);
    this.#loops = loops;
    const isCurrent = () => this.#connection === connection;
    loops.on('synced', (all) => {
      if (!isCurrent()) return;
      this.#post({ type: 'loops', loops: [...all.values()], toLocalUs: this.#toLocalUs() });
      this.#play();
    });
    loops.on('changed', ({ slot, loop }) => {
      if (!isCurrent()) return;
      this.#post({ type: 'loop', slot, loop, toLocalUs: this.#toLocalUs() });
      this.#play();
    });
    connection.on('notes', ({ participantId, startTimeUs, offsets, data }) => {
      if (isCurrent()) this.#recorder.hear(participantId, data, startTimeUs, offsets);
    });
    connection.on('participantUpdated', ({ participantId, instrument }) => {
      if (isCurrent()) this.#recorder.setInstrument(participantId, instrument);
    });
    connection.on('participantLeft', ({ participant }) => {
      if (isCurrent()) this.#recorder.left(participant.participantId);
    });
    for (const event of ['joined', 'resumed', 'resynced'] as const) {
      connection.on(event, ({ transport }) => {
        if (isCurrent()) this.#recorder.resetMetronome(transport);
      });
    }
    connection.on('transport', (transport) => {
      if (isCurrent()) this.#recorder.setMetronome(transport, connection.serverNowUs());
    });
    connection.on('state', ({ status }) => {
      if (!isCurrent()) return;
      if (status === 'closed') this.close();
      else if (status !== 'joined') this.#recorder.cancel();
    });
    this.#timer = setInterval(() => this.#play(), everyMs);
  }

  /** Stops following the room. The caller silences the notes that still sound. */
  close(): void {
    clearInterval(this.#timer);
    if (this.#connection === undefined) return;
    this.#recorder.cancel();
    this.#connection = undefined;
    this.#loops = undefined;
    this.#player.forget();
    this.#post({ type: 'loops', loops: [], toLocalUs: 0 });
  }

  /** Does what the page asks; resolves when everybody has the change. */
  async command(command: LoopCommand): Promise<void> {
    const loops = this.#openLoops();
    switch (command.act) {
      case 'stopAll':
        return loops.stopAll();
      case 'set':
        return loops.set(command.slot, command.settings);
      case 'makePatterns': {
        const { kind: _, ...patterns } = command.patterns;
        return loops.makePatterns(command.slot, { ...patterns, name: command.name, replace: command.replace });
      }
      case 'setSteps':
        return loops.setSteps(command.slot, command.pattern, command.edits);
      case 'changePatterns':
        return loops.changePatterns(command.slot, command.changes);
      case 'choosePattern':
        return loops.choosePattern(command.slot, command.pattern);
      default:
        return loops[command.act](command.slot);
    }
  }

  /** Records a loop, or a layer of one, from the next bar line on. */
  record(request: LoopRecordingRequest): void {
    const connection = this.#connection;
    if (connection !== undefined) this.#recorder.start(request, this.#openLoops(), () => connection.serverNowUs());
  }

  /** Ends the recording. */
  endRecording(isKept: boolean): void {
    if (isKept) this.#recorder.finish();
    else this.#recorder.cancel();
  }

  #openLoops(): Loops {
    if (this.#loops === undefined) throw new Error('no room is open');
    return this.#loops;
  }

  #play(): void {
    const connection = this.#connection;
    if (connection?.state.status !== 'joined' || this.#soundPort === undefined) return;
    // Somebody who has just joined would hear the first notes in the wrong place.
    if (connection.clock?.settled !== true) return;
    const parts = this.#parts.of(this.#loops?.all.values() ?? []);
    const nowUs = connection.serverNowUs();
    const toLocalUs = this.#toLocalUs();
    const spans = new Map([...parts].map(([key, part]) => [key, part.spans]));
    for (const news of this.#player.advance(spans, nowUs, nowUs + aheadUs)) this.#send(news, toLocalUs);
  }

  #send({ part, voidFromUs, events }: PartNews, toLocalUs: number): void {
    const [slot = 0, layer = 0] = part.split('.').map(Number);
    const message: LoopMessage = {
      kind: 'loop',
      participant: loopParticipant(slot, layer),
      voidFromUs: voidFromUs === undefined ? undefined : voidFromUs + toLocalUs,
      timesUs: events.map(({ timeUs }) => timeUs + toLocalUs),
      data: Uint8Array.from(events.flatMap(({ data }) => [...data])),
    };
    this.#soundPort?.postMessage(message);
    for (const port of this.#ports) port.postMessage(message);
    if (this.#output === undefined) return;
    const volume = this.#loops?.all.get(slot)?.volume ?? plainVolume;
    this.#output.play(volume === plainVolume ? message : { ...message, data: atVolume(message.data, volume) });
  }

  /** Local clock minus service clock, µs. */
  #toLocalUs(): number {
    return this.#connection === undefined ? 0 : localNowUs() - this.#connection.serverNowUs();
  }
}

/** The volume at which a loop sounds as it was played. */
const plainVolume = 100;
const noteOn = 0x90;
const mostVelocity = 127;

/** The same events for an instrument that knows no volume of a loop: its notes are struck harder or more softly instead. */
export function atVolume(data: Uint8Array, volume: number): Uint8Array {
  const scaled = Uint8Array.from(data);
  let position = 0;
  while (position < scaled.length) {
    const status = scaled[position] ?? 0;
    const length = eventLength(status);
    if (length === 0) break;
    const velocity = scaled[position + 2] ?? 0;
    if ((status & 0xf0) === noteOn) {
      // A velocity of 0 would end the note, which is what a silent one needs.
      scaled[position + 2] = Math.min(mostVelocity, Math.round((velocity * volume) / plainVolume));
    }
    position += length;
  }
  return scaled;
}

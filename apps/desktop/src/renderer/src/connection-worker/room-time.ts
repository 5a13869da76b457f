import type { PlayoutStyle, RoomConnection, TransportChange } from '@roomtone/sdk';
import type { BeatMessage, MetronomeSetting, RoomEvent } from '../contract/messages.ts';
import { BeatFeed, type BeatSource } from './beat-feed.ts';
import { type ClockEar, ClockFeed } from './clock-feed.ts';
import { SoloMetronome } from './solo-metronome.ts';

/** Between the click on Start and the first beat of the count-in: every player's machine must have heard of it. */
const countInLeadUs = 400_000;

/**
 * What one plays in time by: the metronome, matched playout and how well the ways do, of the room one is in; outside
 * rooms a metronome of one's own. Beats go to ears and eyes by ports of their own.
 */
export class RoomTime {
  readonly #post: (event: RoomEvent) => void;
  readonly #feed = new BeatFeed((message) => this.#tell(message));
  readonly #clockFeed = new ClockFeed();
  readonly #solo = new SoloMetronome();
  #connection: RoomConnection | undefined;
  #source: BeatSource = this.#solo;
  #style: PlayoutStyle = 'steady';
  #ears: MessagePort | undefined;
  #eyes: MessagePort | undefined;

  constructor(post: (event: RoomEvent) => void) {
    this.#post = post;
  }

  /** Beats to be shown leave by this port. */
  showTo(port: MessagePort): void {
    this.#eyes = port;
  }

  /** Beats to be heard leave by this port. */
  clickTo(port: MessagePort): void {
    this.#ears = port;
    this.#feed.follow(this.#source);
  }

  /** The metronome as MIDI clock goes there from now on; undefined: nowhere. */
  clockTo(tell: ClockEar | undefined): void {
    this.#clockFeed.tellTo(tell);
  }

  /** Goes by the room of this connection from now on. */
  follow(connection: RoomConnection): void {
    const { time } = connection;
    this.#connection = connection;
    this.#source = {
      get transport() {
        return time.transport;
      },
      beatsBetween: (fromUs, toUs) => time.beatsBetween(fromUs, toUs),
      nowUs: () => connection.serverNowUs(),
    };
    connection.preferPlayout(this.#style);
    const isCurrent = () => this.#connection === connection;
    connection.on('joined', () => {
      if (!isCurrent()) return;
      this.#metronomeSet();
      this.#post({ type: 'playoutMode', mode: time.playoutMode });
      this.#post({ type: 'quality', players: connection.quality });
    });
    connection.on('transport', () => {
      if (isCurrent()) this.#metronomeSet();
    });
    connection.on('playoutMode', (mode) => {
      if (isCurrent()) this.#post({ type: 'playoutMode', mode });
    });
    connection.on('quality', (players) => {
      if (isCurrent()) this.#post({ type: 'quality', players });
    });
    connection.on('state', ({ status }) => {
      if (status === 'closed' && isCurrent()) this.beAlone();
    });
    this.#followSource();
  }

  /** Outside rooms: one's own metronome, which stands at first. */
  beAlone(): void {
    this.#connection = undefined;
    this.#source = this.#solo;
    this.#solo.stand();
    this.#metronomeSet();
  }

  /** Sets the metronome; resolves when everybody has it. Rejects with the server's refusal. */
  async setTransport({ bpm, beatsPerBar, running, countIn }: MetronomeSetting): Promise<void> {
    const change: TransportChange = { bpm, beatsPerBar, running };
    const isStart = running && this.#source.transport?.running !== true;
    const counted =
      isStart && countIn
        ? { ...change, startTimeUs: this.#source.nowUs() + countInLeadUs + (beatsPerBar * 60e6) / bpm }
        : change;
    if (this.#connection !== undefined) await this.#connection.time.setTransport(counted);
    else {
      this.#solo.set(counted);
      this.#metronomeSet();
    }
  }

  /** How others' notes are held, in this room and the next ones. */
  preferPlayout(style: PlayoutStyle): void {
    this.#style = style;
    this.#connection?.preferPlayout(style);
  }

  #metronomeSet(): void {
    const { transport } = this.#source;
    if (transport !== undefined) this.#post({ type: 'transport', transport });
    this.#followSource();
  }

  #followSource(): void {
    this.#feed.follow(this.#source);
    this.#clockFeed.follow(this.#source);
  }

  #tell(message: BeatMessage): void {
    this.#ears?.postMessage(message);
    this.#eyes?.postMessage(message);
  }
}

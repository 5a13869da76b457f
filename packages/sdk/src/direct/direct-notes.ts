import { type DirectSignal, directIssue, directLimits, type Message } from '@roomtone/protocol';
import type { DirectSide } from '../notes/note-path.ts';
import type { Participant } from '../room/from-wire.ts';
import type { Room } from '../room/room.ts';
import type { RoomParts } from '../room/room-types.ts';
import type { LoadDirectPeers, OpenDirectPeer } from '../transport/direct-peer.ts';
import type { DirectFigures, WhyNotDirect } from './direct-figures.ts';
import { DirectJudge } from './direct-judge.ts';
import { DirectLink } from './direct-link.ts';
import { giveWay, newOther, type Other, stateOf } from './direct-other.ts';
import { DirectSender } from './direct-sender.ts';

/** How often the other sides are told how their datagrams arrive, ms. */
const reportMs = 2_000;
/** How long to wait before another attempt, ms; after the last of these it stays. */
const retryMs = [2_000, 4_000, 8_000, 8_000, 8_000, 8_000, 8_000, 8_000, 60_000] as const;

/** How long to wait after the server has refused, ms: one of the two can be in another network then. */
const refusedMs = 300_000;
/** An offer that comes sooner after another of the same participant waits, µs: each answer costs a connection. */
const offerUs = 1_500_000;

/** The direct channels of a room: opens them, and sends notes on them (room rules R25). */
export class DirectNotes implements DirectSide {
  readonly #room: Room;
  readonly #parts: RoomParts;
  readonly #load: LoadDirectPeers;
  readonly #sender: DirectSender;
  readonly #others = new Map<number, Other>();
  readonly #judge: DirectJudge;
  #open: OpenDirectPeer | undefined;
  #self = 0;
  #attempts = 0;
  #isWanted = false;
  #isNearOnly = false;
  #reportTimer: unknown;

  constructor(room: Room, load: LoadDirectPeers) {
    this.#room = room;
    this.#load = load;
    this.#parts = room.extend((message) => this.#take(message));
    this.#sender = new DirectSender(this.#parts.timers);
    this.#judge = new DirectJudge({
      room,
      parts: this.#parts,
      others: this.#others,
      changed: (number, other) => this.#report(number, other),
      end: (number, other, isForGood) => (isForGood ? this.#end(other) : this.#failed(number, other, 'distrusted')),
    });
    this.#parts.path.direct = this;
    if (room.state.status === 'joined') this.#self = room.self.participantId;
    room.on('state', ({ status }) => {
      if (status === 'closed') this.#closeAll();
    });
  }

  /** True while this client takes part. */
  get isWanted(): boolean {
    return this.#isWanted;
  }

  /** True while this client takes part with those alone who are in one network with it. */
  get isNearOnly(): boolean {
    return this.#isNearOnly;
  }

  /**
   * Takes part from now on, or no longer: all others who take part learn this machine's addresses, with `near` those alone who are in one
   * network with it, as the server sees it. Resolves when the server knows.
   */
  async want(wish: boolean | 'near'): Promise<void> {
    if (wish !== false) this.#open ??= await this.#load().catch(() => undefined);
    this.#isWanted = wish !== false && this.#open !== undefined;
    this.#isNearOnly = wish === 'near';
    await this.#room.setPlayer({ direct: this.#isWanted, directNear: this.#isNearOnly });
    this.#refresh();
  }

  /** The servers that tell this machine its address, as the room's server names them. */
  get stunServers(): readonly string[] {
    return this.#parts.welcome()?.stunServers ?? [];
  }

  /** The direct path from a participant to this one; undefined for those who are not in the room. */
  figures(participantId: number): DirectFigures | undefined {
    const participant = this.#room.participants.get(participantId);
    if (participant === undefined || participantId === this.#self) return undefined;
    const other = this.#others.get(participantId);
    const { winUs, sooner = 0, unconfirmed = 0 } = other?.source.figures ?? {};
    const isOpen = other?.link?.isOpen === true;
    const openState = other?.source.isWorth === true ? 'used' : 'ready';
    const whyNot = other?.link === undefined ? (this.#whyNot(participant) ?? other?.whyNot) : undefined;
    return { state: isOpen ? openState : 'none', whyNot, winUs, sooner, unconfirmed };
  }

  /** Called by the note path for each of this player's messages of notes. */
  send(frame: Uint8Array): void {
    this.#sender.send(frame);
  }

  /** Called by the note path for each message of notes that the server's WebSocket brings. */
  fromServer(message: Message<'midiMessage'>, arrivedUs: number): void {
    this.#judge.heard(arrivedUs);
    const other = this.#others.get(message.sender);
    if (other === undefined) return;
    const before = stateOf(other);
    const verdict = other.source.served(message, arrivedUs);
    if (verdict !== 'confirmed') this.#judge.doubt(message.sender, other, verdict === 'different');
    else if (stateOf(other) !== before) this.#report(message.sender, other);
  }

  /** The participants whose notes come directly, so that the server needs to send none of theirs in datagrams. */
  get carried(): readonly number[] {
    const carried: number[] = [];
    for (const [number, { link, source }] of this.#others)
      if (link?.isOpen === true && source.isCarried) carried.push(number);
    return carried;
  }

  /** True if this player's notes reach everybody else in the room directly, so that the server needs none in datagrams. */
  get reachesAll(): boolean {
    const others = this.#room.participants.size - 1;
    return others > 0 && this.#sender.reached === others;
  }

  #take(message: Message): void {
    this.#judge.heard(this.#parts.timers.nowUs());
    if (message.kind === 'directSignal') this.#signalled(message);
    else if (message.kind === 'roomJoined') this.#joined(message);
    else if (message.kind === 'participantLeft') this.#left(message.body.participant?.number ?? 0);
    else if (news.has(message.kind)) queueMicrotask(() => this.#refresh());
  }

  #joined({ body }: Message<'roomJoined'>): void {
    if (body.self !== this.#self) this.#closeAll();
    this.#self = body.self;
    for (const [number, other] of this.#others) {
      const index = body.participants.findIndex((participant) => participant.number === number);
      // The snapshot says what sounds: nothing that came directly before it has to be taken back.
      if (index < 0) this.#left(number);
      else {
        other.source.takeBack(false);
        other.source.startAfter(body.noteNumbers[index] ?? 0);
      }
    }
    queueMicrotask(() => this.#refresh());
  }

  #left(number: number): void {
    const other = this.#others.get(number);
    if (other === undefined) return;
    this.#end(other);
    this.#others.delete(number);
    // There may be room for another one now.
    queueMicrotask(() => this.#refresh());
  }

  /** Something has changed that decides who may have a channel, or play. */
  #refresh(): void {
    if (this.#room.state.status !== 'joined') return;
    for (const participant of this.#room.participants.values()) {
      const { participantId } = participant;
      if (participantId === this.#self) continue;
      const whyNot = this.#whyNot(participant);
      const other = this.#others.get(participantId);
      if (other !== undefined) {
        this.#meetNear(other, this.#isNearPair(participant));
        if (whyNot !== undefined && whyNot !== 'full') {
          this.#end(other);
          other.failures = 0;
          other.whyNot = undefined;
        }
        if (!this.#judge.mayPlay(participant)) this.#judge.takeBack(participantId, other, false);
      }
      if (whyNot !== undefined) continue;
      if (this.#self < participantId) this.#offer(participant);
      else this.#answer(participant);
    }
  }

  #whyNot({ participantId, direct, guest, userId }: Participant): WhyNotDirect | undefined {
    if (this.#parts.welcome()?.direct !== true) return 'server';
    if (this.#room.info.settings?.allowDirect === false) return 'room';
    if (!this.#isWanted) return 'own';
    if (!direct || guest) return 'other';
    if (this.#judge.isDistrusted(userId)) return 'distrusted';
    if ((this.#others.get(participantId)?.awayUntilUs ?? 0) > this.#parts.timers.nowUs()) return 'full';
    const links = [...this.#others].filter(([number, { link }]) => link !== undefined && number !== participantId);
    return links.length >= directLimits.channels ? 'full' : undefined;
  }

  #other(number: number): Other {
    let other = this.#others.get(number);
    if (other === undefined) {
      other = newOther(this.#parts.path.lastOf(number));
      this.#others.set(number, other);
    }
    return other;
  }

  #offer(participant: Participant): void {
    const number = participant.participantId;
    const other = this.#other(number);
    if (other.link !== undefined || other.retryTimer !== undefined || other.whyNot === 'refused') return;
    if (this.#isNearPair(participant)) void this.#ask(number, other);
    else this.#link(number, other, undefined, ++this.#attempts);
  }

  #isNearPair({ directNear }: Participant): boolean {
    return this.#isNearOnly || directNear;
  }

  /** Opens a channel if the server says that the two are in one network: nothing else is worth looking for addresses. */
  async #ask(number: number, other: Other): Promise<void> {
    if (other.isAsking) return;
    other.isAsking = true;
    const nothing = { iceUfrag: '', icePwd: '', fingerprint: new Uint8Array(), candidates: [] };
    try {
      await this.#room.tell({ kind: 'directSignal', body: { ...nothing, to: number, answer: false, attempt: 0 } });
      const participant = this.#room.participants.get(number);
      const isWanted = this.#others.get(number) === other && participant !== undefined;
      if (isWanted && other.link === undefined && this.#whyNot(participant) === undefined)
        this.#link(number, other, undefined, ++this.#attempts);
    } catch (error) {
      this.#refused(number, other, error);
    } finally {
      other.isAsking = false;
    }
  }

  #refused(number: number, other: Other, error: unknown): void {
    const isRefused = error instanceof Error && 'details' in error && isDirectRefusal(error.details);
    this.#failed(number, other, isRefused ? 'refused' : 'unreachable');
  }

  /**
   * A channel that was open before must be asked for if only one network will do, and one that was refused may be allowed
   * otherwise.
   */
  #meetNear(other: Other, isNear: boolean): void {
    if (other.isNear === isNear) return;
    other.isNear = isNear;
    if (isNear || other.whyNot === 'refused') this.#end(other);
    other.whyNot = undefined;
  }

  #signalled({ sender, body }: Message<'directSignal'>): void {
    const participant = this.#room.participants.get(sender);
    if (participant === undefined || sender === this.#self || directIssue(body) !== undefined) return;
    const other = this.#others.get(sender);
    if (body.answer) {
      const link = other?.link;
      if (other === undefined || link === undefined || link.attempt !== body.attempt || sender < this.#self) return;
      link.peer.accept(body).catch(() => link.end());
      return;
    }
    if (sender > this.#self) return;
    this.#other(sender).offer = body;
    this.#answer(participant);
  }

  /** Answers a participant's last offer, unless this side does not know yet that it may: then it does when it does. */
  #answer(participant: Participant): void {
    const { participantId } = participant;
    const other = this.#others.get(participantId);
    if (other?.offer === undefined || this.#whyNot(participant) !== undefined) return;
    const { timers } = this.#parts;
    const nowUs = timers.nowUs();
    const waitUs = other.answeredUs + offerUs - nowUs;
    if (waitUs > 0) {
      timers.clearTimeout(other.retryTimer);
      other.retryTimer = timers.setTimeout(() => this.#answer(participant), Math.ceil(waitUs / 1_000));
      return;
    }
    const { offer } = other;
    other.offer = undefined;
    other.answeredUs = nowUs;
    // It offers again only if it has given up the one before.
    this.#end(other);
    this.#link(participantId, other, offer, offer.attempt);
  }

  #link(number: number, other: Other, offer: DirectSignal | undefined, attempt: number): void {
    const open = this.#open;
    if (open === undefined) return;
    const { stunServers } = this;
    const link: DirectLink = new DirectLink(
      this.#parts.timers,
      open,
      { attempt, offer, stunServers },
      {
        opened: () => {
          if (other.link !== link) return;
          other.failures = 0;
          other.whyNot = undefined;
          other.source.startPath();
          this.#sender.add(link);
          this.#reportLater();
        },
        closed: () => {
          if (other.link === link) this.#failed(number, other, 'unreachable');
        },
        notes: (message, arrivedUs) => {
          if (other.link === link) this.#judge.take(number, other, message, arrivedUs);
        },
        reported: (report) => {
          link.reached(report.direct.includes(this.#self));
          this.#sender.reported(link, report);
        },
        flooded: () => {
          if (other.link === link) this.#judge.doubt(number, other, true);
        },
      },
    );
    other.link = link;
    void this.#describe(number, other, link, { to: number, answer: offer !== undefined, attempt });
  }

  async #describe(
    number: number,
    other: Other,
    link: DirectLink,
    signal: Pick<DirectSignal, 'to' | 'answer' | 'attempt'>,
  ): Promise<void> {
    const description = await link.peer.description.catch(() => undefined);
    if (other.link !== link) return;
    if (description === undefined) {
      link.end();
      return;
    }
    const body = { ...signal, ...description, candidates: [...description.candidates] };
    try {
      await this.#room.tell({ kind: 'directSignal', body });
    } catch (error) {
      if (other.link === link) this.#refused(number, other, error);
    }
  }

  /** The side that offers tries again later: the network may change. */
  #failed(number: number, other: Other, whyNot: WhyNotDirect): void {
    this.#end(other);
    other.whyNot = whyNot;
    const { timers } = this.#parts;
    const delayMs = retryMs[other.failures] ?? 60_000;
    other.failures++;
    if (number < this.#self) return;
    other.retryTimer = timers.setTimeout(
      () => {
        other.retryTimer = undefined;
        // The network of either can be another one by now.
        other.whyNot = undefined;
        if (this.#others.get(number) === other) this.#refresh();
      },
      whyNot === 'refused' ? refusedMs : delayMs,
    );
  }

  #end(other: Other): void {
    this.#parts.timers.clearTimeout(other.retryTimer);
    other.retryTimer = undefined;
    const { link } = other;
    if (link === undefined) return;
    other.link = undefined;
    this.#sender.remove(link);
    link.close();
    if (other.source.isCarried) this.#parts.path.channel.directChanged();
  }

  /** Tells the other side, and the server, what has changed about a path. */
  #report(number: number, { link, source }: Other): void {
    // A path that is dead in one direction is in the other, too, as a rule, and brings no report of that.
    if (!source.isCarried) link?.reached(false);
    link?.report(source.isWorth, source.isCarried ? [number] : []);
    this.#parts.path.channel.directChanged();
  }

  #closeAll(): void {
    for (const other of this.#others.values()) this.#end(other);
    this.#others.clear();
    this.#sender.stop();
    this.#judge.stop();
    this.#parts.timers.clearTimeout(this.#reportTimer);
    this.#reportTimer = undefined;
  }

  /** The channels go to those who gain by them, where more want one than may have one. */
  #makeRoom(): void {
    const nowUs = this.#parts.timers.nowUs();
    const waits = (participant: Participant) => {
      const other = this.#others.get(participant.participantId);
      // Those who have given way wait for their minute to end.
      const isFree = other === undefined || (other.link === undefined && other.awayUntilUs <= nowUs);
      return participant.participantId !== this.#self && isFree && this.#whyNot(participant) === 'full';
    };
    if (![...this.#room.participants.values()].some(waits)) return;
    const resting = giveWay(this.#others.values(), nowUs);
    if (resting === undefined) return;
    this.#end(resting);
    this.#refresh();
  }

  #reportLater(): void {
    this.#reportTimer ??= this.#parts.timers.setTimeout(() => {
      this.#reportTimer = undefined;
      let isAny = false;
      for (const [number, { link, source }] of this.#others) {
        if (link?.isOpen !== true) continue;
        isAny = true;
        link.report(source.isWorth, source.isCarried ? [number] : []);
      }
      this.#makeRoom();
      if (isAny) this.#reportLater();
    }, reportMs);
  }
}

/** The messages after which somebody else may have a channel, or may play. */
const news: ReadonlySet<Message['kind']> = new Set([
  'participantJoined',
  'participantUpdated',
  'roomUpdated',
  'turns',
] as const);

function isDirectRefusal(details: unknown): boolean {
  return typeof details === 'object' && details !== null && 'reason' in details && details.reason === 'direct';
}

import type { Participant, Transport } from '@roomtone/protocol';
import type { RoomEvent, RoomRequest, WireSnapshot } from '../../../contract/messages.ts';
import type { Performer } from '../../../contract/performer.ts';
import { shownRoomName } from '../../app/rooms/room-name.ts';
import type { WorkerClient } from '../../app/worker-client.ts';
import type { MidiOutputs } from '../../playing/input/midi-outputs.ts';
import type { AudioEngine } from '../../playing/sound/audio-engine.ts';
import { asPlayed, heard, type PlayerMix, useMix } from '../../playing/sound/mix-store.ts';
import { programFor } from '../../playing/sounds/general-midi.ts';
import type { Stage } from '../../playing/stage/stage.ts';
import type { ChatController } from './chat/chat-controller.ts';
import { practiceRoom, rememberPracticePlayer } from './practice-room.ts';
import { outside, useRoom } from './room-store.ts';

/** Who hears what is played in a room, and takes it down. */
interface RoomRecorder {
  /** In a room from now on; in the one it is in already it goes on. */
  enter(room: { readonly id: string; readonly name: string }): void;
  leave(): void;
  setPlayers(participants: readonly Participant[], self: number): void;
  setTempo(transport: Pick<Transport, 'tempo' | 'beatsPerBar'>): void;
}

/** Who may be playing in the room by one's own hand. */
interface RoomPlayback {
  pause(): void;
  close(): void;
}

interface Parts {
  readonly client: WorkerClient;
  readonly engine: AudioEngine;
  readonly performer: Performer;
  readonly stage: Stage;
  readonly recorder: RoomRecorder;
  readonly player: RoomPlayback;
  readonly chat: ChatController;
  readonly outputs: MidiOutputs;
}

/** The room one is in: takes its events into the stores, and does what its screens ask for. */
export class RoomController {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Opens a room, leaving the one before. How it goes is in the store. */
  enter(request: RoomRequest): void {
    this.#clear();
    useRoom.setState({ roomId: request.roomId });
    void this.#parts.client.call('openRoom', request);
  }

  /** Goes into the practice room: a room like others, but without anybody else, and without a server. */
  practise(): void {
    this.#clear();
    void this.#parts.client.call('leaveRoom', null);
    const alone = practiceRoom();
    useRoom.setState({ ...alone, roomId: alone.room.roomId, isAlone: true, connection: { status: 'joined' } });
    this.#allow(true);
    this.#parts.recorder.enter({ id: alone.room.roomId, name: alone.room.roomName });
    this.#showPlayers();
  }

  /** Ends one's own notes for everybody, and everybody's for oneself. */
  panic(): void {
    this.#parts.player.pause();
    this.#parts.performer.panic();
    this.#parts.client.call('panic', null).catch(() => {});
  }

  leave(): void {
    this.#clear();
    void this.#parts.client.call('leaveRoom', null);
  }

  /** @throws {CallError} */
  async setPlayer(player: { color?: string; instrument?: string }): Promise<void> {
    const { isAlone, participants } = useRoom.getState();
    if (!isAlone) {
      await this.#parts.client.call('setPlayer', player);
      return;
    }
    useRoom.setState({ participants: participants.map((self) => ({ ...self, ...player })) });
    rememberPracticePlayer(player);
    this.#showPlayers();
  }

  /** Changes how one hears a participant here; nobody else notices. */
  hear(participant: number, change: Partial<PlayerMix>): void {
    useMix.setState(({ players }) => ({
      players: new Map(players).set(participant, { ...asPlayed, ...players.get(participant), ...change }),
    }));
    this.#mix();
  }

  /** Changes how one hears oneself, and the room around everything. */
  hearAround(change: { hearsSelf?: boolean; ownVolume?: number; room?: number }): void {
    useMix.setState(change);
    this.#parts.engine.setRoom(useMix.getState().room);
    this.#mix();
  }

  /** Takes an event of the room. */
  receive(event: RoomEvent): void {
    switch (event.type) {
      case 'state':
        useRoom.setState({ connection: event.state });
        // The worker silences ears and eyes by the ports the notes take, so that the order holds.
        if (event.state.status !== 'joined') this.#parts.performer.releaseAll();
        break;
      case 'joined':
        this.#joined(event.snapshot);
        break;
      case 'participantJoined':
      case 'participantUpdated':
        this.#put(event.participant);
        break;
      case 'participantLeft':
        this.#left(event.participant);
        break;
      case 'roomUpdated':
        useRoom.setState({ room: event.room });
        break;
      case 'transport':
        this.#parts.recorder.setTempo(event.transport);
        break;
      case 'clock':
        useRoom.setState({ clock: { rttUs: event.rttUs, errorUs: event.errorUs } });
        break;
      case 'problem':
        useRoom.setState({ problem: event.error });
        break;
    }
  }

  #joined(snapshot: WireSnapshot): void {
    const { room, self, guest, welcomeMessage } = snapshot;
    const participants = snapshot.participants.toSorted((a, b) => a.number - b.number);
    useRoom.setState({ room, participants, self, guest, welcomeMessage, problem: undefined });
    this.#allow(!guest);
    this.#parts.recorder.enter({ id: room.roomId, name: shownRoomName(room.roomName) });
    if (snapshot.transport !== undefined) this.#parts.recorder.setTempo(snapshot.transport);
    this.#showPlayers();
  }

  #put(participant: Participant): void {
    useRoom.setState(({ participants }) => ({
      participants: [...participants.filter(({ number }) => number !== participant.number), participant].toSorted(
        (a, b) => a.number - b.number,
      ),
    }));
    this.#showPlayers();
  }

  #left(participant: Participant): void {
    useRoom.setState(({ participants }) => ({
      participants: participants.filter(({ number }) => number !== participant.number),
    }));
    this.#showPlayers();
  }

  /** Tells ears and eyes who plays what in which colour. */
  #showPlayers(): void {
    const { participants, self } = useRoom.getState();
    this.#parts.stage.setPlayers(
      self,
      new Map(
        participants
          .filter(({ guest }) => !guest)
          .map(({ number, username, color }) => [number, { name: username, color }]),
      ),
    );
    this.#parts.recorder.setPlayers(participants, self);
    this.#parts.outputs.setPlayers(participants, self);
    for (const { number, instrument } of participants) {
      this.#parts.engine.setInstrument(number, programFor(instrument), self);
    }
    this.#mix();
  }

  #mix(): void {
    const { participants, self } = useRoom.getState();
    const numbers = participants.map(({ number }) => number);
    for (const [number, mix] of heard(useMix.getState(), numbers, self)) this.#parts.engine.setMix(number, mix, self);
  }

  /** Whether one may play here, by whatever hand. */
  #allow(isAllowed: boolean): void {
    this.#parts.performer.allow(isAllowed);
    this.#parts.client.allowMidi(isAllowed);
  }

  #clear(): void {
    this.#parts.player.close();
    this.#allow(false);
    this.#parts.recorder.leave();
    // The next room counts its participants anew.
    useMix.setState({ players: new Map() });
    this.#mix();
    this.#parts.outputs.setPlayers([], 0);
    useRoom.setState(outside, true);
    this.#parts.chat.clear();
  }
}

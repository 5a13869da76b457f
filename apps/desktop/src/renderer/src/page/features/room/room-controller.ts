import { limits } from '@roomtone/protocol';
import type { Participant, Transport } from '@roomtone/sdk';
import type { RoomEvent, RoomRequest, WireSnapshot } from '../../../contract/messages.ts';
import type { Performer } from '../../../contract/performer.ts';
import { useAccount, userIdOf } from '../../app/identity/account-store.ts';
import { rememberRoom } from '../../app/rooms/recent-rooms.ts';
import { shownRoomName } from '../../app/rooms/room-name.ts';
import type { WorkerClient } from '../../app/worker-client.ts';
import type { MidiOutputs } from '../../playing/input/midi-outputs.ts';
import type { AudioEngine } from '../../playing/sound/audio-engine.ts';
import {
  defaultPlayerMix,
  effectiveMixes,
  type PlayerMix,
  recallMixes,
  rememberMix,
  useMix,
} from '../../playing/sound/mix-store.ts';
import { programFor } from '../../playing/sounds/general-midi.ts';
import type { Stage } from '../../playing/stage/stage.ts';
import { isolated } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { notify } from '../../ui/toast-store.ts';
import type { ChatController } from './chat/chat-controller.ts';
import { tellOutcome } from './moderation/ownership-outcome.ts';
import { hasPracticeColor, practiceRoom, rememberPracticePlayer } from './practice-room.ts';
import { noRoom, useRoom } from './room-store.ts';

/** Records what is played in a room. */
interface RoomRecorder {
  /** Continues if this is the current room already. */
  enter(room: { readonly id: string; readonly name: string }): void;
  leave(): void;
  setPlayers(participants: readonly Participant[], self: number): void;
  /** @param startsAtUs local µs of the first beat. */
  setTempo(transport: Pick<Transport, 'bpm' | 'beatsPerBar' | 'running'>, startsAtUs?: number): void;
}

/** Plays a file to the room. */
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

/** Runs the current room: puts its events into the stores and does what its screens request. */
export class RoomController {
  readonly #parts: Parts;
  #shownFile: string | undefined;
  /** True while the room is heard for a moment only: nothing of it is kept. */
  #isListeningIn = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Opens a room and leaves the current one. The store shows the progress. */
  enter(request: RoomRequest): void {
    this.#clear();
    this.#isListeningIn = request.asGuest ?? false;
    useRoom.setState({ roomId: request.roomId });
    void this.#parts.client.call('openRoom', request);
  }

  /** Opens the practice room, which has no server and nobody else. */
  enterPractice(): void {
    this.#clear();
    void this.#parts.client.call('leaveRoom', null);
    const alone = practiceRoom();
    useRoom.setState({ ...alone, roomId: alone.room.roomId, isAlone: true, connection: { status: 'joined' } });
    this.#allowPlaying(true);
    this.#parts.recorder.enter({ id: alone.room.roomId, name: alone.room.roomName });
    this.#showPlayers();
  }

  /** Gives the player of the practice room the colour of their picture, unless they have chosen one there. */
  wearInPractice(color: string): void {
    const { isAlone, participants } = useRoom.getState();
    if (!isAlone || hasPracticeColor()) return;
    useRoom.setState({ participants: participants.map((self) => ({ ...self, color })) });
    this.#showPlayers();
  }

  /** Stops the user's own notes for everybody, and everybody's notes here. */
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

  /** Shows the room the title of the file that the user plays to it; undefined when it stops. */
  showFile(title: string | undefined): void {
    if (title === this.#shownFile) return;
    this.#shownFile = title;
    const { isAlone, participants, self } = useRoom.getState();
    const own = participants.find(({ participantId }) => participantId === self);
    if (isAlone || own === undefined || own.guest) return;
    // Only a mark: if the room does not get it, the file plays all the same.
    const shown = [...(title ?? '')].slice(0, limits.playedFile.max).join('');
    this.#parts.client.call('setPlayer', { file: shown }).catch(() => {});
  }

  /** Tells the room that the user records it, or no longer. */
  showRecording(recording: boolean): void {
    const { isAlone, participants, self } = useRoom.getState();
    const own = participants.find(({ participantId }) => participantId === self);
    if (isAlone || own === undefined || own.recording === recording) return;
    this.#parts.client.call('setPlayer', { recording }).catch(() => {});
  }

  /** Changes how a participant sounds on this device only, now and whenever they come back. */
  setPlayerMix(participant: number, change: Partial<PlayerMix>): void {
    const mix = { ...defaultPlayerMix, ...useMix.getState().players.get(participant), ...change };
    useMix.setState(({ players }) => ({ players: new Map(players).set(participant, mix) }));
    const { participants } = useRoom.getState();
    rememberMix(participants.find(({ participantId }) => participantId === participant)?.userId ?? '', mix);
    this.applyMix();
  }

  /** Changes how the user's own notes sound here, the reverb, and the volume of everything. */
  setOwnMix(change: { hearsSelf?: boolean; ownVolume?: number; room?: number; master?: number }): void {
    useMix.setState(change);
    this.#parts.engine.setRoom(useMix.getState().room);
    this.applyMix();
  }

  receive(event: RoomEvent): void {
    switch (event.type) {
      case 'state':
        useRoom.setState({ connection: event.state });
        // The worker releases notes on the stage and in the engine itself, on the ports that carry notes, to keep the
        // order.
        if (event.state.status !== 'joined') this.#parts.performer.releaseAll();
        break;
      case 'joined':
        this.#joined(event.snapshot);
        break;
      case 'participantJoined':
      case 'participantUpdated':
        this.#putParticipant(event.participant);
        break;
      case 'participantLeft':
        this.#removeParticipant(event.participant);
        break;
      case 'roomUpdated':
        useRoom.setState({ room: event.room });
        break;
      case 'turns':
        useRoom.setState({ turns: event.turns });
        break;
      case 'ownershipOffer': {
        const { offer, expiresInMs } = event;
        const isOpen = offer.state === 'open';
        useRoom.setState({
          ownershipOffer: isOpen ? { offer, expiresAtMs: Date.now() + expiresInMs } : undefined,
        });
        if (!isOpen) tellOutcome(offer, useRoom.getState());
        break;
      }
      case 'transport':
        this.#parts.recorder.setTempo(event.transport, event.startsAtUs);
        break;
      case 'clock':
        useRoom.setState({ clock: { rttUs: event.rttUs, errorUs: event.errorUs } });
        break;
      case 'error':
        useRoom.setState({ problem: event.error });
        break;
    }
  }

  #joined(snapshot: WireSnapshot): void {
    const { room, self, guest, welcomeMessage } = snapshot;
    const participants = snapshot.participants.toSorted((a, b) => a.participantId - b.participantId);
    // A new participant has no part in an offer to the one before.
    if (self !== useRoom.getState().self) useRoom.setState({ ownershipOffer: undefined });
    useRoom.setState({ room, participants, self, guest, welcomeMessage, problem: undefined });
    this.#allowPlaying(!guest);
    const userId = userIdOf(useAccount.getState());
    if (userId !== undefined && !this.#isListeningIn) {
      rememberRoom({ userId, roomId: room.roomId, name: room.roomName, ownerName: room.roomOwnerDisplayName });
    }
    if (!this.#isListeningIn) this.#parts.recorder.enter({ id: room.roomId, name: shownRoomName(room.roomName) });
    this.#showPlayers();
  }

  #putParticipant(participant: Participant): void {
    const { participants: before, self } = useRoom.getState();
    const known = before.find(({ participantId }) => participantId === participant.participantId);
    if (participant.recording && known?.recording === false && participant.participantId !== self) {
      notify(strings.room.startedRecording({ name: isolated(participant.displayName) }));
    }
    useRoom.setState(({ participants }) => ({
      participants: [
        ...participants.filter(({ participantId }) => participantId !== participant.participantId),
        participant,
      ].toSorted((a, b) => a.participantId - b.participantId),
    }));
    this.#showPlayers();
  }

  #removeParticipant(participant: Participant): void {
    useRoom.setState(({ participants }) => ({
      participants: participants.filter(({ participantId }) => participantId !== participant.participantId),
    }));
    this.#showPlayers();
  }

  /** Tells the stage and the engine who plays which instrument in which colour. */
  #showPlayers(): void {
    const { participants, self } = useRoom.getState();
    this.#parts.stage.setPlayers(
      self,
      new Map(
        participants
          .filter(({ guest }) => !guest)
          .map(({ participantId, displayName, color }) => [participantId, { name: displayName, color }]),
      ),
    );
    this.#parts.recorder.setPlayers(participants, self);
    this.#parts.outputs.setPlayers(participants, self);
    for (const { participantId, instrument } of participants) {
      this.#parts.engine.setInstrument(participantId, programFor(instrument), self);
    }
    this.applyMix();
  }

  /** Sets how loud everybody sounds here. */
  applyMix(): void {
    const { participants, self } = useRoom.getState();
    recallMixes(participants, self);
    const numbers = participants.map(({ participantId }) => participantId);
    for (const [participantId, mix] of effectiveMixes(useMix.getState(), numbers, self))
      this.#parts.engine.setMix(participantId, mix, self);
  }

  /** Allows or forbids playing, with any input. */
  #allowPlaying(isAllowed: boolean): void {
    this.#parts.performer.allow(isAllowed);
    this.#parts.client.allowMidi(isAllowed);
  }

  #clear(): void {
    this.#parts.player.close();
    this.#allowPlaying(false);
    this.#parts.recorder.leave();
    // Participant numbers mean other people in the next room.
    useMix.setState({ players: new Map() });
    this.applyMix();
    this.#parts.outputs.setPlayers([], 0);
    useRoom.setState(noRoom, true);
    this.#parts.chat.clear();
  }
}

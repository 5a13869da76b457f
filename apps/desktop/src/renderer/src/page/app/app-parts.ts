import type { QueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { Performer } from '../../contract/performer.ts';
import { subscriptionTold } from '../features/billing/subscription-store.ts';
import { LobbyWatch } from '../features/lobby/lobby-store.ts';
import { FilePlayer } from '../features/playback/file-player.ts';
import { Library } from '../features/recording/library.ts';
import { Recorder } from '../features/recording/recorder.ts';
import { Shelf } from '../features/recording/shelf.ts';
import { tabId } from '../features/recording/tab-id.ts';
import { ChatDesk } from '../features/room/chat/chat-desk.ts';
import { OrderDesk } from '../features/room/moderation/order-desk.ts';
import { playOpenedFiles } from '../features/room/opened-files.ts';
import { RoomSession } from '../features/room/room-session.ts';
import { useRoom } from '../features/room/room-store.ts';
import { TimeKeeping } from '../features/room/time-keeping.ts';
import { MidiInputs } from '../playing/input/midi-inputs.ts';
import { MidiMonitor } from '../playing/input/midi-monitor.ts';
import { MidiOutputs } from '../playing/input/midi-outputs.ts';
import { BeatLights } from '../playing/metronome/beat-lights.ts';
import { ClickOutput } from '../playing/metronome/click-output.ts';
import { AudioEngine } from '../playing/sound/audio-engine.ts';
import { onPageSleep } from '../playing/sound/page-sleep.ts';
import { Stage } from '../playing/stage/stage.ts';
import { momentText } from '../strings/formats.ts';
import { strings } from '../strings.ts';
import type { Bridge } from './bridge.ts';
import { AccountDesk, useAccount, userIdOf } from './identity/account-store.ts';
import { profileKey } from './identity/use-profile.ts';
import { wantsNotices } from './identity/wants-notices.ts';
import { newId } from './new-id.ts';
import { Notices } from './notices.ts';
import { createQueries } from './server-state.ts';
import { FriendNews } from './social/friend-news.ts';
import { LineShelf } from './social/line-shelf.ts';
import { Messenger } from './social/messenger.ts';
import { refreshFriends } from './social/use-friends.ts';
import { startWorker, type WorkerClient } from './worker-client.ts';

/** What the screens act through; what they show is in the stores. */
export interface AppParts {
  readonly bridge: Bridge;
  readonly client: WorkerClient;
  readonly queries: QueryClient;
  readonly account: AccountDesk;
  readonly lobby: LobbyWatch;
  readonly notices: Notices;
  readonly messenger: Messenger;
  readonly room: RoomSession;
  readonly chat: ChatDesk;
  readonly order: OrderDesk;
  readonly time: TimeKeeping;
  readonly beats: BeatLights;
  readonly performer: Performer;
  readonly engine: AudioEngine;
  readonly midi: MidiInputs;
  readonly stage: Stage;
  readonly recorder: Recorder;
  readonly library: Library;
  readonly player: FilePlayer;
  readonly monitor: MidiMonitor;
}

export const AppContext = createContext<AppParts | undefined>(undefined);

/** The parts, inside the app. */
export function useParts(): AppParts {
  const parts = use(AppContext);
  if (parts === undefined) throw new Error('outside of the app');
  return parts;
}

/** Puts the app together. */
export function assemble(bridge: Bridge): AppParts {
  const stage = new Stage(strings.room.ms, strings.room.pedalDown);
  const client = startWorker(bridge.baseUrl, bridge.vault, {
    onRoomEvent: (event) => {
      // First, since it names whoever leaves.
      chat.receive(event);
      room.receive(event);
      time.receive(event);
    },
    onBeats: (message) => beats.receive(message),
    onLobbyEvent: (event) => {
      lobby.receive(event);
      if (event.type !== 'state' || event.status !== 'joined') return;
      // What happened while the connection was lost was not told.
      void refreshFriends(queries);
      void messenger.sendWaiting();
    },
    onNotes: (message) => {
      if (message.kind === 'heard') {
        monitor.heard(message.device, message.data, message.timeUs);
        return;
      }
      stage.receive(message);
      recorder.receive(message);
    },
    onMidi: (report) => midi.changed(report),
    onRefused: hintGuest,
    onSessionEnded: () => account.ended(true),
  });
  const shelf = new Shelf();
  const recorder = new Recorder(shelf, tabId(), takeName);
  const engine = new AudioEngine(client.sendNotesTo, new ClickOutput(client.sendBeatsTo));
  const performer = new Performer({
    sound: (data, timeUs) => engine.own(data, timeUs),
    send: (data, timeUs) => {
      client.input.postMessage({ data, timeUs });
      recorder.own(data, timeUs);
    },
    draw: (data, timeUs) => stage.own(data, timeUs),
    refused: hintGuest,
  });
  const queries = createQueries();
  // What one account saw is not for the next.
  useAccount.subscribe((now, before) => {
    if (userIdOf(now) !== userIdOf(before)) queries.clear();
  });
  const notify = (title: string, body: string) => {
    if (wantsNotices(queries)) bridge.notify(title, body);
  };
  const account = new AccountDesk(client, bridge.vault);
  const player = new FilePlayer(performer, () => useRoom.getState().guest);
  const outputs = new MidiOutputs(client);
  const chat = new ChatDesk(client, notify);
  const room = new RoomSession({ client, engine, performer, stage, recorder, player, chat, outputs });
  playOpenedFiles(bridge, player);
  const order = new OrderDesk(client, queries);
  const time = new TimeKeeping(client, engine);
  const beats = new BeatLights();
  const monitor = new MidiMonitor();
  const midi = new MidiInputs(bridge.midi, client);
  const slept = () => {
    midi.releaseAll();
    performer.releaseAll();
    recorder.write();
  };
  onPageSleep(slept);
  bridge.onWake(() => {
    slept();
    client.wake();
  });
  useRoom.subscribe(({ room: inside }, { room: before }) => {
    if ((inside === undefined) !== (before === undefined)) bridge.keepAwake(inside !== undefined);
  });
  const library = new Library(shelf, player);
  const notices = new Notices();
  const lobby = new LobbyWatch(client, notices);
  const messenger = new Messenger({
    send: (message) => client.call('directMessage', message),
    shelf: new LineShelf(),
    newId,
    nowMs: Date.now,
    isLookedAt: () => document.hasFocus(),
  });
  useAccount.subscribe((state) => void messenger.open(userIdOf(state)));
  const news = new FriendNews({ queries, messenger, tell: bridge.notify, wantsNotices: () => wantsNotices(queries) });
  notices.on((notice) => {
    news.receive(notice);
    if (notice.kind !== 'subscription') return;
    subscriptionTold(notice);
    // Its roles have changed, too; whoever cannot be asked tells with the next sign-in.
    account.refresh().catch(() => {});
    void queries.invalidateQueries({ queryKey: profileKey });
  });
  return {
    bridge,
    client,
    queries,
    account,
    lobby,
    notices,
    messenger,
    room,
    chat,
    order,
    time,
    beats,
    performer,
    engine,
    midi,
    stage,
    recorder,
    library,
    player,
    monitor,
  };
}

/** Tells somebody who may only listen. */
function hintGuest(): void {
  if (useRoom.getState().guest) useRoom.setState({ guestHint: true });
}

function takeName(place: string, atMs: number): string {
  return strings.recording.takeName(place, momentText(atMs));
}

/** Whether somebody is signed in here. */
export function useIsMember(): boolean {
  return useAccount((state) => state.status === 'signed-in');
}

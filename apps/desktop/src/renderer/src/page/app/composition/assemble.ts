import { limits } from '@roomtone/protocol';
import { Performer } from '../../../contract/performer.ts';
import { receiveSubscription } from '../../features/billing/subscription-store.ts';
import { LobbyController } from '../../features/lobby/lobby-store.ts';
import { FilePlayer } from '../../features/playback/file-player.ts';
import type { PlaybackParts } from '../../features/playback/playback-parts.ts';
import { usePlayback } from '../../features/playback/playback-store.ts';
import { readTracksInWorker } from '../../features/playback/read-tracks.ts';
import { scoreOf } from '../../features/playback/score.ts';
import { Library } from '../../features/recording/library.ts';
import { Recorder } from '../../features/recording/recorder.ts';
import { RecordingDatabase } from '../../features/recording/recording-database.ts';
import type { RecordingParts } from '../../features/recording/recording-parts.ts';
import { tabId } from '../../features/recording/tab-id.ts';
import { ChatController } from '../../features/room/chat/chat-controller.ts';
import { announcementOf } from '../../features/room/chat/shared-file.ts';
import { ModerationController } from '../../features/room/moderation/moderation-controller.ts';
import { RoomController } from '../../features/room/room-controller.ts';
import type { RoomParts } from '../../features/room/room-parts.ts';
import { useRoom } from '../../features/room/room-store.ts';
import { TimeController } from '../../features/room/time-controller.ts';
import { useTime } from '../../features/room/time-store.ts';
import { MidiInputs } from '../../playing/input/midi-inputs.ts';
import { MidiLearn } from '../../playing/input/midi-learn.ts';
import { MidiMonitor } from '../../playing/input/midi-monitor.ts';
import { MidiOutputs } from '../../playing/input/midi-outputs.ts';
import { choosePresetByNumber } from '../../playing/input/preset-store.ts';
import { BeatLights } from '../../playing/metronome/beat-lights.ts';
import { ClickOutput } from '../../playing/metronome/click-output.ts';
import type { PlayingParts } from '../../playing/playing-parts.ts';
import { AudioEngine } from '../../playing/sound/audio-engine.ts';
import { onPageSleep } from '../../playing/sound/page-sleep.ts';
import { Stage } from '../../playing/stage/stage.ts';
import { strings } from '../../strings.ts';
import { notify as say } from '../../ui/toast-store.ts';
import type { AppParts } from '../app-parts.ts';
import type { Bridge } from '../bridge.ts';
import { AccountController } from '../identity/account-controller.ts';
import { useAccount, userIdOf } from '../identity/account-store.ts';
import { profileKey } from '../identity/use-profile.ts';
import { wantsNotifications } from '../identity/wants-notifications.ts';
import { newId } from '../new-id.ts';
import { Notices } from '../notices.ts';
import { createQueries } from '../server-state.ts';
import { MessageDatabase } from '../social/message-database.ts';
import { Messenger } from '../social/messenger.ts';
import { SocialNotifier } from '../social/social-notifier.ts';
import { refreshFriends } from '../social/use-friends.ts';
import { startWorker } from '../worker-client.ts';
import { learnedActions } from './learned-actions.ts';
import { playOpenedFiles } from './opened-files.ts';

/** The controllers of every part of the app. */
export interface Assembly {
  readonly app: AppParts;
  readonly playing: PlayingParts;
  readonly room: RoomParts;
  readonly recording: RecordingParts;
  readonly playback: PlaybackParts;
  readonly lobby: LobbyController;
}

/** Creates the controllers and connects them. */
export function assemble(bridge: Bridge): Assembly {
  const stage = new Stage(strings.room.pedalDown);
  const client = startWorker(bridge, {
    onRoomEvent: (event) => {
      // First, because it looks up the names of participants who leave.
      chat.receive(event);
      room.receive(event);
      time.receive(event);
    },
    onBeats: (message) => beats.receive(message),
    onLobbyEvent: (event) => {
      lobby.receive(event);
      if (event.type !== 'state' || event.status !== 'joined') return;
      // Notifications that were sent while the connection was lost are missing.
      void refreshFriends(queries);
      void messenger.sendWaiting();
    },
    onNotes: (message) => {
      if (message.kind === 'raw-input') {
        monitor.receive(message.device, message.data, message.timeUs);
        return;
      }
      stage.receive(message);
      recorder.receive(message);
      if (message.kind === 'own') player.heard(message.data);
    },
    onMidi: (report) => midi.receive(report),
    onLearned: (assignment) => learn.learned(assignment),
    onLearnedAction: (action) => learn.act(action),
    onPreset: choosePresetByNumber,
    onRefused: hintGuest,
    onSessionEnded: () => account.endSession(true),
  });
  const takes = new RecordingDatabase();
  const recorder = new Recorder(takes, tabId(), takeName, (name) => say(strings.recording.stoppedByLeaving(name)));
  const engine = new AudioEngine(client.sendNotesTo, new ClickOutput(client.sendBeatsTo), bridge.needsGestureForSound);
  const performer = new Performer({
    sound: (data, timeUs) => engine.playOwn(data, timeUs),
    send: (data, timeUs) => {
      client.input.postMessage({ data, timeUs });
      recorder.receiveOwn(data, timeUs);
    },
    draw: (data, timeUs) => stage.showOwn(data, timeUs),
    heard: (data) => player.heard(data),
    refused: hintGuest,
  });
  const queries = createQueries();
  // The next account must not see this one's data.
  useAccount.subscribe((now, before) => {
    if (userIdOf(now) !== userIdOf(before)) queries.clear();
  });
  const notify = (title: string, body: string) => {
    if (wantsNotifications(queries)) bridge.notify(title, body);
  };
  const account = new AccountController(client, bridge.vault);
  /** Uploads a file for the room and announces it in chat. */
  const shareFile = async (name: string, bytes: Uint8Array) => {
    const shown = [...name].slice(0, limits.roomFile.name.max).join('').trim();
    const data = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
    const { fileId } = await client.api.rooms.shareFile(useRoom.getState().roomId, { name: shown, data });
    await client.call('chat', { text: announcementOf({ name: shown, fileId }) });
  };
  const player = new FilePlayer(performer, () => useRoom.getState().guest, readTracksInWorker, {
    showPiece: (piece) => stage.showPiece(piece),
    setTempo: (tempo) => {
      const { running } = useTime.getState().transport;
      // Where the user may not set it, the others' metronome stays as it is.
      time.setMetronome({ ...tempo, running, countIn: false }).catch(() => {});
    },
    share: (name, bytes) => shareFile(name, bytes),
  });
  const outputs = new MidiOutputs(client);
  const chat = new ChatController(client, notify);
  const room = new RoomController({ client, engine, performer, stage, recorder, player, chat, outputs });
  usePlayback.subscribe(({ isPlaying, audience, file }) =>
    room.showFile(isPlaying && audience === 'room' ? file?.name : undefined),
  );
  playOpenedFiles(bridge, player);
  const moderation = new ModerationController(client, queries);
  const time = new TimeController(client, engine);
  const beats = new BeatLights();
  const monitor = new MidiMonitor();
  const midi = new MidiInputs(bridge.midi, client);
  const learn = new MidiLearn(client, learnedActions({ recorder, room, time }));
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
  const library = new Library(takes, {
    play: (name, tracks) => {
      player.load(scoreOf(name, tracks));
      player.play();
    },
    open: (file) => player.open(file),
    canShare: () => {
      const { room: inside, isAlone, guest } = useRoom.getState();
      return inside !== undefined && !isAlone && !guest;
    },
    share: shareFile,
    say: async (text) => void (await client.call('chat', { text })),
  });
  const notices = new Notices();
  const lobby = new LobbyController(client, notices);
  const messenger = new Messenger({
    send: (message) => client.call('directMessage', message),
    database: new MessageDatabase(),
    newId,
    nowMs: Date.now,
    hasFocus: () => document.hasFocus(),
  });
  useAccount.subscribe((state) => void messenger.open(userIdOf(state)));
  const news = new SocialNotifier({
    queries,
    messenger,
    notifyElsewhere: bridge.notify,
    wantsNotifications: () => wantsNotifications(queries),
  });
  notices.on((notice) => {
    news.receive(notice);
    if (notice.kind !== 'subscription') return;
    receiveSubscription(notice);
    // The roles have changed, too. If this fails, the next sign-in brings them.
    account.refresh().catch(() => {});
    void queries.invalidateQueries({ queryKey: profileKey });
  });
  const openFile: AppParts['openFile'] = (name, bytes) =>
    void player.open(new File([Uint8Array.from(bytes)], `${name}.mid`, { type: 'audio/midi' }));
  const enterRoom: AppParts['enterRoom'] = (request) => room.enter(request);
  const listenIn: AppParts['listenIn'] = (roomId, onEnd) => {
    engine.startWhenAllowed();
    room.enter({ roomId, asGuest: true });
    const stop = useRoom.subscribe(({ roomId: current, connection }) => {
      if (current !== roomId || connection.status === 'closed') onEnd();
    });
    return () => {
      stop();
      // Another room may have been entered meanwhile.
      if (useRoom.getState().roomId === roomId) room.leave();
    };
  };
  return {
    app: { bridge, client, queries, account, messenger, enterRoom, listenIn, openFile },
    playing: { performer, engine, midi, learn, monitor, stage, beats },
    room: { room, chat, moderation, time },
    recording: { recorder, library },
    playback: { player },
    lobby,
  };
}

/** Tells a guest who tries to play why it has no effect. */
function hintGuest(): void {
  if (useRoom.getState().guest) useRoom.setState({ guestHint: true });
}

function takeName(place: string, number: number): string {
  return strings.recording.takeName(place, number);
}

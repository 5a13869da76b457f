import { limits } from '@roomtone/protocol';
import { Performer } from '../../contract/performer.ts';
import type { AppParts } from '../app/app-parts.ts';
import type { Bridge } from '../app/bridge.ts';
import { AccountController } from '../app/identity/account-controller.ts';
import { useAccount, userIdOf } from '../app/identity/account-store.ts';
import { profileKey } from '../app/identity/use-profile.ts';
import { wantsNotifications } from '../app/identity/wants-notifications.ts';
import { newId } from '../app/new-id.ts';
import { Notices } from '../app/notices.ts';
import { permissionsIn } from '../app/rooms/permissions.ts';
import { navigate, pathTo } from '../app/router.ts';
import { ScreenLock } from '../app/screen-lock.ts';
import { createQueries } from '../app/server-state.ts';
import { MessageDatabase } from '../app/social/message-database.ts';
import { Messenger } from '../app/social/messenger.ts';
import { SocialNotifier } from '../app/social/social-notifier.ts';
import { refreshFriends } from '../app/social/use-friends.ts';
import { startWorker } from '../app/worker-client.ts';
import { receiveSubscription } from '../features/billing/subscription-store.ts';
import { LibraryController } from '../features/library/library-controller.ts';
import type { LibraryParts } from '../features/library/library-parts.ts';
import { LobbyController } from '../features/lobby/lobby-store.ts';
import { LoopLines } from '../features/loops/loop-lines.ts';
import { LoopTakes } from '../features/loops/loop-takes.ts';
import { LoopsController } from '../features/loops/loops-controller.ts';
import type { LoopsParts } from '../features/loops/loops-parts.ts';
import { FilePlayer } from '../features/playback/file-player.ts';
import { FollowedSong } from '../features/playback/followed-song.ts';
import type { PlaybackParts } from '../features/playback/playback-parts.ts';
import { usePlayback } from '../features/playback/playback-store.ts';
import { readTracksInWorker } from '../features/playback/read-tracks.ts';
import { scoreOf } from '../features/playback/score.ts';
import { Recorder } from '../features/recording/recorder.ts';
import { RecordingDatabase } from '../features/recording/recording-database.ts';
import type { RecordingParts } from '../features/recording/recording-parts.ts';
import { useRecording } from '../features/recording/recording-store.ts';
import { Recordings } from '../features/recording/recordings.ts';
import { tabId } from '../features/recording/tab-id.ts';
import { ChatController } from '../features/room/chat/chat-controller.ts';
import { replyInRoom } from '../features/room/chat/draft-store.ts';
import { announcementOf } from '../features/room/chat/shared-file.ts';
import { ModerationController } from '../features/room/moderation/moderation-controller.ts';
import { RoomController } from '../features/room/room-controller.ts';
import type { RoomParts } from '../features/room/room-parts.ts';
import { useRoom } from '../features/room/room-store.ts';
import { TimeController } from '../features/room/time-controller.ts';
import { useTime } from '../features/room/time-store.ts';
import { readInWorker } from '../features/sheets/reading/read-in-worker.ts';
import { SheetController } from '../features/sheets/sheet-controller.ts';
import type { SheetParts } from '../features/sheets/sheet-parts.ts';
import { useSheet } from '../features/sheets/sheet-store.ts';
import { MidiInputs } from '../playing/input/midi-inputs.ts';
import { MidiLearn } from '../playing/input/midi-learn.ts';
import { MidiMonitor } from '../playing/input/midi-monitor.ts';
import { MidiOutputs } from '../playing/input/midi-outputs.ts';
import { choosePresetByNumber } from '../playing/input/preset-store.ts';
import { BeatLights } from '../playing/metronome/beat-lights.ts';
import { ClickOutput } from '../playing/metronome/click-output.ts';
import { showKeys } from '../playing/piano/keyboard-view-store.ts';
import type { PlayingParts } from '../playing/playing-parts.ts';
import { AudioEngine } from '../playing/sound/audio-engine.ts';
import { onPageSleep } from '../playing/sound/page-sleep.ts';
import { Stage } from '../playing/stage/stage.ts';
import { loadRoomStrings } from '../room-strings.ts';
import { strings } from '../strings.ts';
import { failureText } from '../ui/failure-text.ts';
import { notify as say } from '../ui/toast-store.ts';
import { findSong, followRoom } from './followed-song.ts';
import { createPlaySomewhere } from './opened-files.ts';
import { RoomSheets } from './room-sheets.ts';
import { followScreenUse } from './screen-in-use.ts';
import { sheetSurroundings } from './sheet-surroundings.ts';

/** The controllers of every part of the app. */
export interface Assembly {
  readonly app: AppParts;
  readonly playing: PlayingParts;
  readonly room: RoomParts;
  readonly recording: RecordingParts;
  readonly playback: PlaybackParts;
  readonly loops: LoopsParts;
  readonly library: LibraryParts;
  readonly sheets: SheetParts;
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
      loops.receive(event);
      if (event.type === 'loop' && event.loop !== undefined) loopTakes.put(event.loop);
      if (event.type === 'loops') for (const loop of event.loops) loopTakes.put(loop);
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
      if (message.kind === 'loop') {
        loopTakes.receive(message);
        return;
      }
      if (message.kind === 'silence' && message.participant === 'everybody') loopTakes.silence();
      stage.receive(message);
      recorder.receive(message);
      followed.receive(message);
      if (message.kind === 'own') player.heard(message.data);
    },
    onMidi: (report) => midi.receive(report),
    onLearned: (assignment) => learn.learned(assignment),
    onLearnedAction: (action, timeUs) => learn.act(action, timeUs),
    onPreset: choosePresetByNumber,
    onRefused: hintGuest,
    onSessionEnded: () => account.endSession(true),
  });
  const takes = new RecordingDatabase();
  const recorder = new Recorder(takes, tabId(), takeName, (name) => say(strings.recording.stoppedByLeaving({ name })));
  const loopTakes = new LoopTakes(
    (message) => recorder.receive(message),
    () => showPlayersToRecorder(),
  );
  /** Loops play along in recordings, under numbers of their own. */
  const showPlayersToRecorder = () => {
    const { participants, self } = useRoom.getState();
    recorder.setPlayers([...participants, ...loopTakes.players], self);
  };
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
    showKeys,
    ownProgram: () => engine.ownProgram,
    share: (name, bytes) => shareFile(name, bytes),
  });
  const followed = new FollowedSong(findSong(bridge.library), readTracksInWorker);
  followRoom(followed);
  const outputs = new MidiOutputs(client);
  const chat = new ChatController(client, notify);
  const room = new RoomController({
    ...{ client, engine, performer, stage, player, chat, outputs },
    recorder: {
      enter: (place) => recorder.enter(place),
      leave: () => recorder.leave(),
      setPlayers: showPlayersToRecorder,
      setTempo: (transport, startsAtUs) => recorder.setTempo(transport, startsAtUs),
    },
  });
  usePlayback.subscribe(({ isPlaying, audience, file }) =>
    room.showFile(isPlaying && audience === 'room' ? file?.name : undefined),
  );
  useRecording.subscribe(({ sinceMs }) => room.showRecording(sinceMs !== undefined));
  const playSomewhere = createPlaySomewhere(player);
  bridge.onFile?.((file) => playSomewhere(file));
  const started = (index: number, beat: number) => roomSheets.started(index, beat);
  const beat = () => beats.current;
  const sheets = new SheetController({ ...sheetSurroundings(player, stage), beat, started }, readInWorker);
  const roomSheets = new RoomSheets(client, sheets, player, () => {
    const account = useAccount.getState();
    return permissionsIn(useRoom.getState().room, account.status === 'signed-in' ? account.account : undefined)
      .mayModerate;
  });
  useRoom.subscribe((now, before) => {
    if (now.roomId !== before.roomId) sheets.close();
  });
  useSheet.subscribe(({ sheet: open }, { sheet: before }) => {
    if (open !== before) recorder.setPiece(open && (open.sheet.title || open.name));
  });
  const moderation = new ModerationController(client, queries);
  const time = new TimeController(client, engine);
  const loops = new LoopsController(client, engine);
  const beats = new BeatLights();
  const monitor = new MidiMonitor();
  const midi = new MidiInputs(bridge.midi, client);
  // Rooms have loaded it before there is anything to do.
  const learn = new MidiLearn(client, (action, timeUs) => {
    void Promise.all([import('./learned-actions.ts'), loadRoomStrings()]).then(([{ actLearned }]) =>
      actLearned({ recorder, room, time, sheets, ofRoom: roomSheets, loops }, action, timeUs),
    );
  });
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
    if (inside?.roomId !== before?.roomId) {
      loops.clear();
      loopTakes.clear();
    }
    if ((inside === undefined) !== (before === undefined)) bridge.keepAwake(inside !== undefined);
  });
  if (bridge.screen !== undefined) {
    const screen = new ScreenLock(bridge.screen);
    followScreenUse(
      (listener) => stage.onSounding(listener),
      (isOn) => screen.keep(isOn),
    );
  }
  const recordings = new Recordings(takes, {
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
  const library = new LibraryController(bridge.library, (file, how) => {
    const audience = how === 'room' ? 'room' : 'self';
    playSomewhere(file, { audience, ownPart: how === 'practice' ? 'right' : 'none' });
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
    accept: (userId) =>
      void client.api.friends
        .accept(userId)
        .catch((error: unknown) => say(failureText(error)))
        .then(() => refreshFriends(queries)),
    // Nobody leaves a room to answer.
    reply: (name) =>
      useRoom.getState().room === undefined ? navigate(pathTo('conversation', { name })) : replyInRoom(name),
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
    recording: { recorder, recordings },
    playback: { player },
    loops: { loops, lines: new LoopLines() },
    library: { library },
    sheets: { sheets, ofRoom: roomSheets },
    lobby,
  };
}

/** Tells a guest who tries to play why it has no effect. */
function hintGuest(): void {
  if (useRoom.getState().guest) useRoom.setState({ guestHint: true });
}

function takeName(place: string, number: number): string {
  return strings.recording.takeName({ place, number });
}

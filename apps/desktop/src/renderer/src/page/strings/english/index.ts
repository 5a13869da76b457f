import { account } from './account.ts';
import { audit } from './audit.ts';
import { chat } from './chat.ts';
import { devices } from './devices.ts';
import { failures } from './failures.ts';
import { firstRun } from './first-run.ts';
import { frame } from './frame.ts';
import { friends } from './friends.ts';
import { host } from './host.ts';
import { instruments } from './instruments.ts';
import { invite } from './invite.ts';
import { issues } from './issues.ts';
import { keyboard } from './keyboard.ts';
import { library } from './library.ts';
import { lobby } from './lobby.ts';
import { loops } from './loops.ts';
import { messages } from './messages.ts';
import { metronome } from './metronome.ts';
import { midi } from './midi.ts';
import { mix } from './mix.ts';
import { moderation } from './moderation.ts';
import { newRoom } from './new-room.ts';
import { outside } from './outside.ts';
import { people } from './people.ts';
import { playback } from './playback.ts';
import { practice } from './practice.ts';
import { presets } from './presets.ts';
import { pro } from './pro.ts';
import { profile } from './profile.ts';
import { recording } from './recording.ts';
import { recovery } from './recovery.ts';
import { roles } from './roles.ts';
import { room } from './room.ts';
import { roomJoin } from './room-join.ts';
import { roomSettings } from './room-settings.ts';
import { servers } from './servers.ts';
import { settings } from './settings.ts';
import { shortcuts } from './shortcuts.ts';
import { sound } from './sound.ts';
import { status } from './status.ts';
import { takeTiming } from './take-timing.ts';
import { timing } from './timing.ts';
import { turns } from './turns.ts';
import { ui } from './ui.ts';
import { verification } from './verification.ts';
import { welcome } from './welcome.ts';

/** Every word on screen, an area of the app a file. Short, plain, kind; errors say what to do next. */
export const catalogue = {
  name: 'Roomtone',
  account,
  audit,
  chat,
  devices,
  roomJoin,
  failures,
  firstRun,
  frame,
  friends,
  host,
  issues,
  instruments,
  invite,
  keyboard,
  library,
  lobby,
  loops,
  messages,
  metronome,
  midi,
  mix,
  newRoom,
  moderation,
  outside,
  people,
  playback,
  practice,
  presets,
  profile,
  pro,
  recording,
  recovery,
  roles,
  room,
  roomSettings,
  servers,
  settings,
  shortcuts,
  sound,
  status,
  takeTiming,
  timing,
  turns,
  ui,
  verification,
  welcome,
};

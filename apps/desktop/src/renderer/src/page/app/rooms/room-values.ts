import type { NewRoom, RoomChanges, RoomDetails, RoomSettings, RoomType } from '@roomtone/sdk';

/** The values of a room form, with the server's field names. */
export interface RoomValues {
  roomName: string;
  roomType: RoomType;
  /** "" for none; in an update, "" keeps the current one. */
  password: string;
  /** As typed. */
  maxUsers: string;
  settings: {
    allowChat: boolean;
    allowGuests: boolean;
    autoModeration: boolean;
    welcomeMessage: string;
    mayPlay: RoomSettings['mayPlay'];
    /** As chosen. */
    turnPlayers: string;
    turnSeconds: string;
    mayChat: RoomSettings['mayChat'];
    maySetMetronome: RoomSettings['maySetMetronome'];
    mayLoop: RoomSettings['mayLoop'];
  };
}

/** A new room before anything is typed. */
export const newRoomValues: RoomValues = {
  roomName: '',
  roomType: 'public',
  password: '',
  maxUsers: '8',
  settings: settingsValues(undefined),
};

export function valuesOf({ roomName, roomType, maxUsers, settings }: RoomDetails): RoomValues {
  return { roomName, roomType, password: '', maxUsers: String(maxUsers), settings: settingsValues(settings) };
}

/** The values of a room's settings; undefined for those of a new room. */
export function settingsValues(settings: RoomSettings | undefined): RoomValues['settings'] {
  return {
    allowChat: settings?.allowChat ?? true,
    allowGuests: settings?.allowGuests ?? true,
    autoModeration: settings?.autoModeration ?? false,
    welcomeMessage: settings?.welcomeMessage ?? '',
    mayPlay: settings?.mayPlay ?? 'everybody',
    turnPlayers: String(settings?.turnPlayers ?? 1),
    turnSeconds: String(settings?.turnSeconds ?? 0),
    mayChat: settings?.mayChat ?? 'everybody',
    maySetMetronome: settings?.maySetMetronome ?? 'moderators',
    mayLoop: settings?.mayLoop ?? 'everybody',
  };
}

export function creationOf(values: RoomValues): NewRoom {
  const { password, roomType } = values;
  return { ...commonOf(values), roomType, ...(password === '' ? {} : { password }) };
}

/** @param removesPassword lets everybody join who has the link. */
export function updateOf(values: RoomValues, removesPassword: boolean): RoomChanges {
  const { password } = values;
  if (removesPassword) return { ...commonOf(values), password: null };
  return { ...commonOf(values), ...(password === '' ? {} : { password }) };
}

/** Only the values that differ, because somebody else may have changed the others. */
export function changesOf(values: RoomValues, before: RoomValues, removesPassword: boolean): RoomChanges {
  const { settings, ...update } = updateOf(values, removesPassword);
  const { settings: settingsBefore, ...same } = updateOf(before, false);
  const changes = differing(update, same);
  const changedSettings = differing(settings ?? {}, settingsBefore ?? {});
  return Object.keys(changedSettings).length === 0 ? changes : { ...changes, settings: changedSettings };
}

function differing<Values extends object>(values: Values, before: Partial<Values>): Partial<Values> {
  const entries = Object.entries(values).filter(([name, value]) => value !== before[name as keyof Values]);
  // The entries are a subset of the input's.
  return Object.fromEntries(entries) as Partial<Values>;
}

function commonOf({ roomName, maxUsers, settings }: RoomValues) {
  return {
    roomName: roomName.trim(),
    ...(maxUsers.trim() === '' ? {} : { maxUsers: Number(maxUsers) }),
    settings: {
      ...settings,
      welcomeMessage: settings.welcomeMessage.trim(),
      turnPlayers: Number(settings.turnPlayers),
      turnSeconds: Number(settings.turnSeconds),
    },
  };
}

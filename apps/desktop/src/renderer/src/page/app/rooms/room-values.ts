import { defaultsOf, limits, roomSettings } from '@roomtone/protocol';
import type { NewRoom, RoomChanges, RoomDetails, RoomSettings, RoomType } from '@roomtone/sdk';

/** The settings as typed or chosen: numbers as text. */
type TypedSettings = {
  -readonly [Name in keyof RoomSettings]: RoomSettings[Name] extends number ? string : RoomSettings[Name];
};

/** The values of a room form, with the server's field names. */
export interface RoomValues {
  roomName: string;
  roomType: RoomType;
  /** "" for none; in an update, "" keeps the current one. */
  password: string;
  /** As typed. */
  maxUsers: string;
  settings: TypedSettings;
}

/** A new room before anything is typed. */
export const newRoomValues: RoomValues = {
  roomName: '',
  roomType: 'public',
  password: '',
  maxUsers: String(limits.maxUsers.default),
  settings: settingsValues(),
};

export function valuesOf({ roomName, roomType, maxUsers, settings }: RoomDetails): RoomValues {
  return { roomName, roomType, password: '', maxUsers: String(maxUsers), settings: settingsValues(settings) };
}

/** The values of a room's settings; undefined for those of a new room. */
export function settingsValues(settings: RoomSettings = defaultsOf(roomSettings)): TypedSettings {
  const typed = Object.entries(settings).map(([name, value]) => [
    name,
    typeof value === 'number' ? String(value) : value,
  ]);
  return Object.fromEntries(typed) as TypedSettings;
}

function settingsOf(typed: TypedSettings): RoomSettings {
  const values = Object.entries(roomSettings).map(([name, field]) => {
    const value = typed[name as keyof TypedSettings];
    if (typeof field.default === 'number') return [name, Number(value)];
    return [name, typeof value === 'string' ? value.trim() : value];
  });
  return Object.fromEntries(values) as RoomSettings;
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
    settings: settingsOf(settings),
  };
}

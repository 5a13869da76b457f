import type { CreateRoomBody, RoomDetails, RoomTypeName, UpdateRoomBody } from '@roomtone/protocol/rest';

/** The values of a room form, with the server's field names. */
export interface RoomValues {
  room_name: string;
  room_type: RoomTypeName;
  /** "" for none; in an update, "" keeps the current one. */
  password: string;
  /** As typed. */
  max_users: string;
  settings: {
    allow_chat: boolean;
    allow_guests: boolean;
    auto_moderation: boolean;
    welcome_message: string;
  };
}

/** A new room before anything is typed. */
export const newRoomValues: RoomValues = {
  room_name: '',
  room_type: 'public',
  password: '',
  max_users: '8',
  settings: { allow_chat: true, allow_guests: true, auto_moderation: false, welcome_message: '' },
};

export function valuesOf({ room_name, room_type, max_users, settings }: RoomDetails): RoomValues {
  return { room_name, room_type, password: '', max_users: String(max_users), settings: { ...settings } };
}

export function creationOf(values: RoomValues): CreateRoomBody {
  const { password, room_type } = values;
  return { ...commonOf(values), room_type, ...(password === '' ? {} : { password }) };
}

/** @param removesPassword lets everybody join who has the link. */
export function updateOf(values: RoomValues, removesPassword: boolean): UpdateRoomBody {
  const { password } = values;
  if (removesPassword) return { ...commonOf(values), password: null };
  return { ...commonOf(values), ...(password === '' ? {} : { password }) };
}

/** Only the values that differ, because somebody else may have changed the others. */
export function changesOf(values: RoomValues, before: RoomValues, removesPassword: boolean): UpdateRoomBody {
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

function commonOf({ room_name, max_users, settings }: RoomValues) {
  return {
    room_name: room_name.trim(),
    ...(max_users.trim() === '' ? {} : { max_users: Number(max_users) }),
    settings: { ...settings, welcome_message: settings.welcome_message.trim() },
  };
}

// The limits on a room's fields, the same at creation and at an update. All of them are checked here, because no schema
// validates WebSocket commands.
import {
  type FieldIssue,
  type Issue,
  issues,
  limits,
  type Named,
  problemsOf,
  type RoomSettingsValues,
  roomSettings,
  shownText,
  textIssue,
} from '@roomtone/protocol';
import { mayUsePro } from '@roomtone/room';

/** The user who creates or changes a room. */
export interface RoomActor extends Named {
  readonly userId: string;
  /** As in storage now. */
  readonly roles: readonly string[];
}

/** Text fields are trimmed; absent fields are not checked. */
export interface RoomFields {
  readonly roomName?: string | undefined;
  readonly password?: string | undefined;
  readonly maxUsers?: number | undefined;
  readonly settings: Partial<RoomSettingsValues>;
}

/** Finds problems, with REST's field names (S18.2, S18.3). */
export function roomFieldProblems(
  { roomName, password, maxUsers, settings }: RoomFields,
  roles: readonly string[],
): FieldIssue[] {
  const mostUsers = mayUsePro(roles) ? limits.maxUsers.pro : limits.maxUsers.member;
  return [
    problem('room_name', roomName, roomNameIssue),
    problem('password', password, passwordIssue),
    problem('max_users', maxUsers, (count) => maxUsersIssue(count, mostUsers)),
    problemsOf(roomSettings, settings, 'settings'),
  ].flat();
}

function problem<T>(field: string, value: T | undefined, issueOf: (value: T) => Issue | undefined): FieldIssue[] {
  const issue = value === undefined ? undefined : issueOf(value);
  return issue === undefined ? [] : [{ field, ...issue }];
}

/** A name of nothing but invisible characters counts as empty. */
function roomNameIssue(name: string): Issue | undefined {
  return textIssue(name, limits.roomName) ?? (shownText(name, limits.roomName.max) === '' ? issues.empty : undefined);
}

function passwordIssue(password: string): Issue | undefined {
  const { max } = limits.roomPassword;
  return [...password].length > max ? issues.tooLong(max) : undefined;
}

function maxUsersIssue(maxUsers: number, most: number): Issue | undefined {
  const { min } = limits.maxUsers;
  const fits = Number.isInteger(maxUsers) && maxUsers >= min && maxUsers <= most;
  return fits ? undefined : issues.wholeBetween(min, most);
}

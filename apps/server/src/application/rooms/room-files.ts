import { issues, limits, type Problem, shownText, textIssue, validationError } from '@roomtone/protocol';
import type { RoomFileBody, RoomFileView } from '@roomtone/protocol/rest';
import type { Spender } from '../../domain/byte-budgets.ts';
import { serverLimits } from '../../domain/server-limits.ts';
import type { Ephemeral } from '../../ports/ephemeral.ts';
import type { ByteBudgets } from '../byte-budgets.ts';
import { opaqueId } from '../opaque-id.ts';

/**
 * Files that are shared in rooms, in memory (S18.21): the newest of each room, and of all rooms together. They are for playing
 * together now, so nothing is stored. Where several processes serve the rooms, all of them have each file for a while.
 */
export class RoomFiles {
  /** By id; the oldest first. */
  readonly #files = new Map<string, RoomFileView & { readonly roomId: string }>();
  readonly #budgets: ByteBudgets;
  readonly #shared: Pick<Ephemeral, 'set' | 'get'> | undefined;

  /** @param shared what all processes have in common; undefined for a process that is alone. */
  constructor(budgets: ByteBudgets, shared?: Pick<Ephemeral, 'set' | 'get'>) {
    this.#budgets = budgets;
    this.#shared = shared;
  }

  /** @throws {RoomtoneError} VALIDATION_ERROR on `name` or `data`; RATE_LIMIT_EXCEEDED with reason bytes (S38.1). */
  async add(by: Spender & { readonly roomId: string }, { name: given, data }: RoomFileBody): Promise<RoomFileView> {
    const { roomId } = by;
    const name = given.trim();
    checkFile(name, data);
    await this.#budgets.spend('files', by, data.length);
    const file = { file_id: opaqueId(), name, data };
    this.#files.set(file.file_id, { ...file, roomId });
    const ofRoom = [...this.#files.values()].filter((each) => each.roomId === roomId);
    const tooMany = ofRoom.slice(0, Math.max(0, ofRoom.length - limits.roomFile.kept));
    for (const { file_id } of tooMany) this.#files.delete(file_id);
    for (const oldest of this.#files.keys()) {
      if (this.#files.size <= serverLimits.roomFiles) break;
      this.#files.delete(oldest);
    }
    await this.#shared?.set(keyOf(roomId, file.file_id), JSON.stringify(file), serverLimits.sharedFileMs);
    return file;
  }

  /** Undefined for a file that is unknown, forgotten or of another room. */
  async get(roomId: string, fileId: string): Promise<RoomFileView | undefined> {
    const found = this.#files.get(fileId);
    if (found?.roomId !== roomId) return this.#ofAnother(roomId, fileId);
    const { file_id, name, data } = found;
    return { file_id, name, data };
  }

  /** A file that another process has taken. */
  async #ofAnother(roomId: string, fileId: string): Promise<RoomFileView | undefined> {
    if (this.#shared === undefined || fileId.length > longestId) return undefined;
    const text = await this.#shared.get(keyOf(roomId, fileId));
    return text === undefined ? undefined : (JSON.parse(text) as RoomFileView);
  }
}

const longestId = 64;

function keyOf(roomId: string, fileId: string): string {
  return `room-file:${roomId}:${fileId}`;
}

function checkFile(name: string, data: string): void {
  const problems: Problem[] = [];
  const issue = textIssue(name, limits.roomFile.name) ?? (shownText(name, 1) === '' ? issues.empty : undefined);
  if (issue !== undefined) problems.push({ field: 'name', ...issue });
  const bytes = Buffer.from(data, 'base64');
  const isMidi = bytes.toString('latin1', 0, 4) === 'MThd' && bytes.toString('base64') === data;
  if (!isMidi || bytes.length > limits.roomFile.bytes) {
    problems.push({ field: 'data', code: 'invalid', issue: 'must be a Standard MIDI File in base64' });
  }
  if (problems.length > 0) throw validationError(problems);
}

import { randomBytes } from 'node:crypto';
import { issues, limits, type Problem, shownText, textIssue, validationError } from '@roomtone/protocol';
import type { RoomFileBody, RoomFileView } from '@roomtone/protocol/rest';
import { serverLimits } from '../../domain/server-limits.ts';

/**
 * Files that are shared in rooms, in memory (S18.21): the newest of each room, and of all rooms together. They are for playing
 * together now, so nothing is stored.
 */
export class RoomFiles {
  /** By id; the oldest first. */
  readonly #files = new Map<string, RoomFileView & { readonly roomId: string }>();

  /** @throws {RoomtoneError} VALIDATION_ERROR on `name` or `data`. */
  add(roomId: string, { name: given, data }: RoomFileBody): RoomFileView {
    const name = given.trim();
    checkFile(name, data);
    const file = { file_id: randomBytes(16).toString('base64url'), name, data };
    this.#files.set(file.file_id, { ...file, roomId });
    const ofRoom = [...this.#files.values()].filter((each) => each.roomId === roomId);
    const tooMany = ofRoom.slice(0, Math.max(0, ofRoom.length - limits.roomFile.kept));
    for (const { file_id } of tooMany) this.#files.delete(file_id);
    for (const oldest of this.#files.keys()) {
      if (this.#files.size <= serverLimits.roomFiles) break;
      this.#files.delete(oldest);
    }
    return file;
  }

  /** Undefined for a file that is unknown, forgotten or of another room. */
  get(roomId: string, fileId: string): RoomFileView | undefined {
    const found = this.#files.get(fileId);
    if (found?.roomId !== roomId) return undefined;
    const { file_id, name, data } = found;
    return { file_id, name, data };
  }
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

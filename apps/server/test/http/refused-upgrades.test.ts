import { Duplex } from 'node:stream';
import { RoomtoneError } from '@roomtone/protocol';
import { afterEach, expect, test, vi } from 'vitest';
import { refuseRaw } from '../../src/http/plugins/raw-replies.ts';

afterEach(() => void vi.useRealTimers());

test('a refusal that the client never reads does not keep the connection open', () => {
  vi.useFakeTimers();
  // Writes never finish, as when all buffers up to the client are full.
  const socket = new Duplex({ read() {}, write() {} });
  refuseRaw(socket, new RoomtoneError('AUTHENTICATION_ERROR', 'This ticket is used.'));
  vi.advanceTimersByTime(4_999);
  expect(socket.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(socket.destroyed).toBe(true);
});

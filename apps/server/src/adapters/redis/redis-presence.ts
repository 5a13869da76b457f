import { PresenceStatusName } from '@roomtone/protocol/rest';
import type { OwnPresence, PresenceBoard, PresenceChange, PresenceOfUser } from '../../ports/presence.ts';
import { type Redis, script } from './redis.ts';

/** The presence that a process shows ends by itself; it is renewed well before. */
const keptMs = 60_000;

/**
 * Joins what processes show about a user. Of what was set by hand, busy comes before away and online; otherwise a user who is
 * online anywhere is online. The room is the first in the order of the processes' ids.
 */
const joined = `
  local function joined(fields, now)
    local rank = { busy = 3, away = 2, online = 1 }
    local byHand, online, away, rooms = nil, false, false, {}
    for i = 1, #fields, 2 do
      if fields[i] ~= '*' then
        local status, hand, ends, room = string.match(fields[i + 1], '^(%a+) (%d) (%d+) (.*)$')
        if status and tonumber(ends) > now then
          if hand == '1' and (byHand == nil or rank[status] > rank[byHand]) then byHand = status end
          if status == 'online' then online = true end
          if status == 'away' then away = true end
          if room ~= '' then rooms[#rooms + 1] = fields[i] .. ' ' .. room end
        end
      end
    end
    table.sort(rooms)
    local status = byHand or (online and 'online') or (away and 'away') or 'offline'
    local room = rooms[1] and string.match(rooms[1], '^%S+ (.*)$') or ''
    return status .. ' ' .. room
  end
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** ARGV: process, its presence without the end or '' to remove it, the lifetime. Answers with the joined presence before and now. */
const show = script(`${joined}
  local before = redis.call('HGET', KEYS[1], '*') or 'offline '
  if ARGV[2] == '' then redis.call('HDEL', KEYS[1], ARGV[1])
  else
    local status, hand, room = string.match(ARGV[2], '^(%a+) (%d) (.*)$')
    redis.call('HSET', KEYS[1], ARGV[1], status .. ' ' .. hand .. ' ' .. string.format('%.0f', now + ARGV[3]) .. ' ' .. room)
  end
  local after = joined(redis.call('HGETALL', KEYS[1]), now)
  if string.sub(after, 1, 8) == 'offline ' then redis.call('DEL', KEYS[1])
  else
    redis.call('HSET', KEYS[1], '*', after)
    redis.call('PEXPIRE', KEYS[1], ARGV[3])
  end
  return { before, after }
`);

const look = script(`${joined}
  return joined(redis.call('HGETALL', KEYS[1]), now)
`);

/** The presence of users, joined over all processes that they are connected to. */
export class RedisPresence implements PresenceBoard {
  readonly #redis: Redis;
  readonly #processId: string;

  constructor(redis: Redis, processId: string) {
    this.#redis = redis;
    this.#processId = processId;
  }

  async of(userId: string): Promise<PresenceOfUser> {
    return parsed(await this.#redis.run<string>(look, [this.#keyOf(userId)]));
  }

  async show(userId: string, own: OwnPresence): Promise<PresenceChange> {
    const users = this.#redis.key('presence-at', this.#processId);
    // Sent together: what is shown later must not arrive in between.
    const [change] = await Promise.all([
      this.#put(this.#processId, userId, own),
      this.#redis.command(own.status === 'offline' ? 'SREM' : 'SADD', users, userId),
      this.#redis.command('PEXPIRE', users, 2 * keptMs),
    ]);
    return change;
  }

  /** Removes what a process that is gone has shown; calls back for every user whose presence that changes. */
  async forget(processId: string, changed: (userId: string, change: PresenceChange) => void): Promise<void> {
    const key = this.#redis.key('presence-at', processId);
    for (const userId of await this.#redis.command<string[]>('SMEMBERS', key)) {
      const change = await this.#put(processId, userId, { status: 'offline', currentRoom: '', isByHand: false });
      if (change.now.status !== change.before.status) changed(userId, change);
    }
    await this.#redis.command('DEL', key);
  }

  async #put(processId: string, userId: string, own: OwnPresence): Promise<PresenceChange> {
    const { status, currentRoom, isByHand } = own;
    const shown = status === 'offline' ? '' : `${status} ${isByHand ? 1 : 0} ${currentRoom}`;
    const [before, now] = await this.#redis.run<[string, string]>(
      show,
      [this.#keyOf(userId)],
      [processId, shown, keptMs],
    );
    return { before: parsed(before), now: parsed(now) };
  }

  #keyOf(userId: string): string {
    return this.#redis.key('presence', userId);
  }
}

function parsed(text: string): PresenceOfUser {
  const [status, currentRoom = ''] = text.split(' ');
  return { status: PresenceStatusName.enum.find((name) => name === status) ?? 'offline', currentRoom };
}

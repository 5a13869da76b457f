import { personOf } from '../../domain/bot-scopes.ts';
import { serverLimits } from '../../domain/server-limits.ts';
import type { Identity } from '../../ports/tickets.ts';
import { script } from './redis.ts';

/** The person, the address and the three budgets, as the scripts read them. Guests are counted at their address only. */
export function budgetArguments(identity: Identity, addressBlock: string): readonly (string | number)[] {
  const { ofPerson, ofAddress, ofService } = serverLimits.connectionCopies;
  const person = identity.kind === 'user' ? personOf(identity) : '-';
  return [person, addressBlock, ofPerson, ofAddress, ofService];
}

/**
 * All scripts begin alike. KEYS: the copy, its frames, its begun requests, the bytes of all copies, when those end. ARGV: lifetime,
 * process, connection, person, address, budgets of person, address and service. The counts are a hash with the size of each copy and the
 * sum of each person, address and the service; copies of a process that is gone leave it when they end.
 */
const counting = `
  local copied, ends, lifetime, me = KEYS[4], KEYS[5], ARGV[1], ARGV[3]
  local sums = { ['person ' .. ARGV[4]] = ARGV[6], ['address ' .. ARGV[5]] = ARGV[7], service = ARGV[8] }
  if ARGV[4] == '-' then sums['person -'] = nil end
  local function change(sum, by)
    if redis.call('HINCRBY', copied, sum, by) <= 0 then redis.call('HDEL', copied, sum) end
  end
  local function forget(connection)
    local size, person, address = string.match(redis.call('HGET', copied, 'copy ' .. connection) or '', '^(%d+) (%S+) (%S+)$')
    if size and size ~= '0' then
      if person ~= '-' then change('person ' .. person, -size) end
      change('address ' .. address, -size)
      change('service', -size)
    end
    redis.call('HDEL', copied, 'copy ' .. connection)
    redis.call('ZREM', ends, connection)
  end
  local function discard()
    redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
    forget(me)
  end
  local function resize(by)
    local now = redis.call('TIME')
    now = now[1] * 1000 + math.floor(now[2] / 1000)
    for _, ended in ipairs(redis.call('ZRANGEBYSCORE', ends, '-inf', now, 'LIMIT', 0, 16)) do
      if ended ~= me then forget(ended) end
    end
    local size = tonumber(string.match(redis.call('HGET', copied, 'copy ' .. me) or '0', '^%d+'))
    if by < -size then by = -size end
    for sum, budget in pairs(sums) do
      if by > 0 and tonumber(redis.call('HGET', copied, sum) or '0') + by > tonumber(budget) then
        discard()
        return 'over'
      end
    end
    for sum in pairs(sums) do change(sum, by) end
    redis.call('HSET', copied, 'copy ' .. me, string.format('%d', size + by) .. ' ' .. ARGV[4] .. ' ' .. ARGV[5])
    redis.call('ZADD', ends, string.format('%d', now + lifetime), me)
    for i = 1, 5 do redis.call('PEXPIRE', KEYS[i], lifetime) end
    return 'kept'
  end
  local function push(first)
    local frames, size = tonumber(ARGV[first]), 0
    for i = first + 1, first + frames do
      redis.call('RPUSH', KEYS[2], ARGV[i])
      size = size + #ARGV[i]
    end
    for i = first + frames + 1, #ARGV do redis.call('SADD', KEYS[3], ARGV[i]) end
    return size
  end
`;

/** Replaces the copy. ARGV from 9: identity, sequence, room, chat, number of frames, the frames, then begun requests. */
export const store = script(`${counting}
  discard()
  redis.call('HSET', KEYS[1], 'process', ARGV[2], 'identity', ARGV[9], 'sequence', ARGV[10], 'room', ARGV[11], 'chat', ARGV[12])
  return resize(push(13))
`);

/**
 * Adds to the copy, if it is still this process's. ARGV from 9: sequence, acknowledged, room or '-', chat or '', number of frames, the
 * frames, then begun requests. Frames that are acknowledged go, and the requests that they answered.
 */
export const add = script(`${counting}
  if redis.call('HGET', KEYS[1], 'process') ~= ARGV[2] then return 'lost' end
  redis.call('HSET', KEYS[1], 'sequence', ARGV[9])
  if ARGV[11] ~= '-' then redis.call('HSET', KEYS[1], 'room', ARGV[11]) end
  if ARGV[12] ~= '' then redis.call('HSET', KEYS[1], 'chat', ARGV[12]) end
  local grown = push(13)
  local acknowledged = tonumber(ARGV[10])
  while true do
    local first = redis.call('LINDEX', KEYS[2], 0)
    if not first then break end
    local sequence, request = string.match(first, '^(%d+) (%d+) ')
    if tonumber(sequence) > acknowledged then break end
    redis.call('LPOP', KEYS[2])
    grown = grown - #first
    if request ~= '0' then redis.call('SREM', KEYS[3], request) end
  end
  return resize(grown)
`);

/** Removes the copy, if it is still this process's. */
export const remove = script(`${counting}
  if redis.call('HGET', KEYS[1], 'process') == ARGV[2] then discard() end
`);

import { describe, expect, test } from 'vitest';
import { redisAddress, shownRedis } from './redis-address.ts';

describe('S31.1: the address of Redis', () => {
  const plain = { user: '', password: '', database: 0, isEncrypted: false };
  test.each([
    ['redis://', { ...plain, at: { host: 'localhost', port: 6379 } }],
    [
      'redis://ada:p%40ss@[::1]:7/2',
      { ...plain, user: 'ada', password: 'p@ss', database: 2, at: { host: '::1', port: 7 } },
    ],
    [
      'rediss://:p:w@d@redis.example',
      { ...plain, password: 'p:w@d', isEncrypted: true, at: { host: 'redis.example', port: 6379 } },
    ],
    [
      'unix://:pw@/run/redis/redis.sock?db=3',
      { ...plain, password: 'pw', database: 3, at: { path: '/run/redis/redis.sock' } },
    ],
    [
      'redis-sentinel://ada:pw@one,two:26380/my-master/1',
      {
        ...{ ...plain, user: 'ada', password: 'pw', database: 1 },
        at: {
          sentinels: [
            { host: 'one', port: 26_379 },
            { host: 'two', port: 26_380 },
          ],
          master: 'my-master',
        },
      },
    ],
  ])('%s is read', (text, expected) => {
    expect(redisAddress(text)).toEqual(expected);
    for (const secret of [expected.user, expected.password])
      if (secret !== '') expect(shownRedis(text)).not.toContain(secret);
  });

  test.each([
    ['http://host', /must begin with/],
    ['redis://host/one', /number of a database/],
    ['redis://host?tls=1', /no parameters/],
    ['redis://:%zz@host', /%25/],
    ['redis://:secret@ho[st', /cannot be read$/],
    ['unix://host/run/redis.sock', /socket/],
    ['redis-sentinel://host:26379', /name of the master/],
  ])('%s is refused', (text, issue) => {
    expect(() => redisAddress(text)).toThrow(issue);
  });
});

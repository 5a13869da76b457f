import { expect, test } from 'vitest';
import { deviceName } from './user-agent.ts';

const likeSafari = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (X11; Linux x86_64) ${likeSafari} Chrome/140.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64) ${likeSafari} Chrome/140.0 Safari/537.36 Edg/140.0`, 'Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${likeSafari} Safari/604.1`, 'Safari on iOS'],
  ['axios/1.21.1', 'Node'],
  ['', 'Unknown program'],
])('finds browser and system in the user agent %j', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});

import { expect, test } from 'vitest';
import type { InternetState } from '../../src/application/hosting/internet-access.ts';
import { internetText } from '../../src/composition/internet-text.ts';
import { readConfig } from '../../src/config/config.ts';

const networkUrl = 'https://192.168.1.5:7420';
const text = (state: InternetState, env: Readonly<Record<string, string>> = {}) => {
  const { config } = readConfig({ ROOMTONE_INTERNET: 'on', ROOMTONE_HOST: '0.0.0.0', ...env });
  return internetText(state, { config, networkUrl });
};
const open = {
  status: 'open',
  address: '45.90.10.1',
  port: 7420,
  udpPort: 7420,
  protocol: 'PCP',
  untilMs: new Date(2026, 0, 31, 9, 5).getTime(),
} as const;
const closed = { status: 'closed', gateway: '192.168.1.1', externalAddress: undefined } as const;

test('S26.2: the host reads the public address, how it was opened, until when, and who comes in', () => {
  expect(text(open)).toBe(
    [
      'Friends outside this network reach the server at https://45.90.10.1:7420',
      'The router has opened the port (PCP), until 09:05, and longer while the server runs.',
      'People need an account to come in. Your invitation admits them, or you add them: "user add <username>".',
    ].join('\n'),
  );
  expect(text({ ...open, udpPort: undefined })).toContain('Without a UDP port');
  expect(text({ ...open, untilMs: undefined })).toContain('until the server stops');
  expect(text(open, { ROOMTONE_GUESTS: 'on' })).toContain('Guests can listen. To play, people need an account.');
  expect(text(open, { ROOMTONE_REGISTRATION: 'open' })).toContain('Anybody who finds the server can create an account');
});

test('S26.6: a public address of the computer itself needs no router, but its firewall', () => {
  const lines = text({ ...open, protocol: undefined, untilMs: undefined });
  expect(lines).toMatch(/address of this computer itself: its firewall/);
  expect(lines).not.toContain('router');
});

test('S26.5: where forwarding by hand helps, the exact numbers are there', () => {
  const numbers = 'TCP 7420 and UDP 7420 to 192.168.1.5, the same numbers outside';
  for (const problem of ['refused', 'noAnswer'] as const) expect(text({ ...closed, problem })).toContain(numbers);
  const twice = text({ ...closed, problem: 'secondRouter', externalAddress: '192.168.178.20' });
  expect(twice).toContain(`in the one asked ${numbers},\nin the other one the same ports to 192.168.178.20.`);
  expect(text({ ...closed, problem: 'refused' }, { ROOMTONE_UDP_PORT: '7500' })).toContain('TCP 7420 and UDP 7500 to');
  expect(text({ ...closed, problem: 'refused' }, { ROOMTONE_UDP_PORT: 'off' })).toContain('by hand\nTCP 7420 to');
});

test('S26.5: behind carrier-grade NAT the host is not sent to forward ports', () => {
  const lines = text({ ...closed, problem: 'carrierGradeNat', externalAddress: '100.64.3.2' });
  expect(lines).toContain('Forwarding ports does not help.');
  expect(lines).not.toContain('TCP 7420');
  for (const way of ['public IPv4 address', 'IPv6', 'Tailscale', 'rented server']) expect(lines).toContain(way);
});

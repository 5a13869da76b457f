import Value from 'typebox/value';
import { expect, test } from 'vitest';
import { Internet } from '../shared/internet.ts';
import { internetReport } from './internet-report.ts';

const open = { status: 'open', address: '45.90.10.1', port: 7420 } as const;
const closed = { status: 'closed', gateway: undefined, externalAddress: undefined } as const;

test.each([
  [{ status: 'asking' }, { status: 'asking' }],
  [{ status: 'shut' }, { status: 'shut' }],
  [
    { ...open, udpPort: 7420, protocol: 'PCP', untilMs: 1_000 },
    { ...open, udpPort: 7420, protocol: 'PCP', until: 1_000 },
  ],
  [
    { ...open, udpPort: undefined, protocol: undefined, untilMs: undefined },
    { ...open, udpPort: null, protocol: null, until: null },
  ],
  [
    { ...closed, problem: 'noAnswer' },
    { status: 'closed', problem: 'noAnswer', gateway: null, externalAddress: null },
  ],
  ...(['carrierGradeNat', 'secondRouter', 'refused', 'offline'] as const).map((problem) => {
    const said = { status: 'closed', problem, gateway: '192.168.1.1', externalAddress: '100.64.3.2' } as const;
    return [said, said] as const;
  }),
] as const)('the app is told of %j', (state, report) => {
  expect(internetReport(state)).toEqual(report);
  expect(Value.Check(Internet, internetReport(state))).toBe(true);
});

import type { Request, Session } from 'electron';
import { expect, it } from 'vitest';
import type { Server } from './known-servers.ts';
import { createServerSessions } from './server-session.ts';

const studio: Server = { fingerprint: `${'a'.repeat(42)}Y`, name: 'Ada', address: 'https://192.168.1.5:7420' };

type Serve = (request: globalThis.Request) => unknown;
interface Made {
  verify?: Verify;
  serve?: Serve;
}
type Verify = Exclude<Parameters<Session['setCertificateVerifyProc']>[0], null>;

it('decision 015: each server has its own partition, policy and verdict, wherever it moves', async () => {
  const made = new Map<string, Made>();
  const others: string[] = [];
  const nothing = () => {};
  const partitionOf = createServerSessions({
    root: '/nowhere',
    onOther: (id) => others.push(id),
    fromPartition: (partition) => {
      const session: Made = {};
      made.set(partition, session);
      return {
        setPermissionRequestHandler: nothing,
        setPermissionCheckHandler: nothing,
        setDevicePermissionHandler: nothing,
        setDisplayMediaRequestHandler: nothing,
        setCertificateVerifyProc: (verify: Verify) => (session.verify = verify),
        protocol: { handle: (_scheme: string, serve: Serve) => (session.serve = serve) },
        // The code uses no more of a session.
      } as unknown as Session;
    },
  });
  const first = partitionOf(studio);
  expect(first).toMatch(/^persist:server-[0-9a-f]{32}$/);
  expect(partitionOf({ ...studio, name: 'Ada’s', address: 'https://10.0.0.5:7420' })).toBe(first);
  expect(partitionOf({ ...studio, fingerprint: `${'b'.repeat(42)}Y` })).not.toBe(first);
  expect(partitionOf({ ...studio, fingerprint: null })).not.toBe(first);
  expect(made.size).toBe(3);

  const page = (await made.get(first)?.serve?.(new Request('app://roomtone/gone.js'))) as Response;
  expect(page.headers.get('content-security-policy')).toContain('wss://10.0.0.5:7420');
  const verdicts: number[] = [];
  const certificate = { data: 'somebody else’s' } as Electron.Certificate;
  made.get(first)?.verify?.({ certificate } as Request, (verdict) => verdicts.push(verdict));
  expect(verdicts).toEqual([-2]);
  expect(others).toEqual([`key:${studio.fingerprint}`]);
});

import type { Page } from '@playwright/test';
import type { HostState, OpenHosting } from '../src/shared/hosting.ts';
import type { Internet } from '../src/shared/internet.ts';
import type { DesktopApp } from './desktop-app.ts';

const address = '192.168.1.5';

/** The answers that the router may say, by name. */
export const internetStates = {
  asking: { status: 'asking' },
  open: { status: 'open', address: '45.90.10.1', port: 7420, udpPort: 7420, protocol: 'PCP', until: Date.UTC(2030, 0) },
  'open-without-end': {
    ...{ status: 'open', address: '45.90.10.1', port: 7420, udpPort: null, protocol: 'UPnP', until: null },
  },
  'own-address': { status: 'open', address: '45.90.10.1', port: 7420, udpPort: 7420, protocol: null, until: null },
  'no-answer': { status: 'closed', problem: 'noAnswer', gateway: null, externalAddress: null },
  'carrier-grade-nat': {
    ...{ status: 'closed', problem: 'carrierGradeNat', gateway: '192.168.1.1', externalAddress: '100.64.3.2' },
  },
  'second-router': {
    ...{ status: 'closed', problem: 'secondRouter', gateway: '192.168.1.1', externalAddress: '192.168.178.20' },
  },
  refused: { status: 'closed', problem: 'refused', gateway: '192.168.1.1', externalAddress: null },
  offline: { status: 'closed', problem: 'offline', gateway: '192.168.1.1', externalAddress: null },
  shut: { status: 'shut' },
} as const satisfies Readonly<Record<string, Internet>>;

/** Has the app's main process say that its server is hosting, and what the router has answered. */
export async function showInternet(
  { page, evaluate }: Pick<DesktopApp, 'page' | 'evaluate'>,
  internet: Internet,
): Promise<void> {
  const { url } = await homeOf(page);
  const key = `${'k'.repeat(42)}Y`;
  const inside = `https://${address}:7420`;
  const hosting: OpenHosting = {
    ...{ joining: 'added', outside: internet.status !== 'shut', guests: false, internet },
    ...{
      name: 'ada-laptop',
      port: 7420,
      fingerprint: key,
      addresses: [inside],
      link: `http://${address}:7420/#key=${key}`,
    },
    admits: internet.status === 'shut' ? null : { people: 10, until: Date.UTC(2030, 0, 8) },
    outsideLink:
      internet.status === 'open' ? `http://${internet.address}:${internet.port}/#at=${address}:7420&key=${key}` : null,
  };
  const state: HostState = { status: 'ready', url, hosting, trouble: null };
  await evaluate(({ BrowserWindow }, sent) => {
    for (const window of BrowserWindow.getAllWindows()) window.webContents.send('host.changed', sent);
  }, state);
}

async function homeOf(page: Page): Promise<{ readonly url: string }> {
  const server = await page.evaluate(() => globalThis.roomtone?.windowServer());
  if (server?.kind !== 'home') throw new Error('this is not the window of the app’s own server');
  return server;
}

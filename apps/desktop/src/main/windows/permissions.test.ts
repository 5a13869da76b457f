import type { Session } from 'electron';
import { describe, expect, it } from 'vitest';
import { restrictPermissions } from './permissions.ts';

type Request = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>;
type Check = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>;

let request: Request | null = null;
let check: Check | null = null;
let device: (() => boolean) | null = null;
restrictPermissions({
  setPermissionRequestHandler: (handler) => {
    request = handler;
  },
  setPermissionCheckHandler: (handler) => {
    check = handler;
  },
  setDevicePermissionHandler: (handler) => {
    device = handler as () => boolean;
  },
  setDisplayMediaRequestHandler: () => {},
});

function isGranted(permission: string, from: string, mediaTypes?: string[]): boolean {
  let granted: boolean | undefined;
  const details = { requestingUrl: from, isMainFrame: true, ...(mediaTypes === undefined ? {} : { mediaTypes }) };
  request?.({} as never, permission as never, (answer) => (granted = answer), details as never);
  const mediaType = mediaTypes?.[0];
  const checked = check?.(null, permission as never, from, { ...details, mediaType } as never);
  if (permission !== 'media') expect(checked, `the check and the request agree on ${permission}`).toBe(granted);
  return granted === true;
}

describe('permissions', () => {
  const own = 'app://roomtone/';

  it('let the app’s own pages use speakers and the server inside the app', () => {
    for (const permission of ['speaker-selection', 'loopback-network']) {
      expect(isGranted(permission, own), permission).toBe(true);
    }
  });

  it('let the app’s own pages see the names of speakers and hear the microphone, but never see', () => {
    const seesSpeakers = (from: string, mediaType: string) => check?.(null, 'media', from, { mediaType } as never);
    expect(seesSpeakers(own, 'audio')).toBe(true);
    expect(seesSpeakers(own, 'video')).toBe(false);
    expect(seesSpeakers('https://evil.example/', 'audio')).toBe(false);
    expect(isGranted('media', own, ['audio'])).toBe(true);
    expect(isGranted('media', 'https://evil.example/', ['audio'])).toBe(false);
    for (const types of [[], ['video'], ['audio', 'video']]) expect(isGranted('media', own, types)).toBe(false);
  });

  it('are granted for nothing else', () => {
    const denied = [
      'midi',
      'midiSysex',
      'geolocation',
      'notifications',
      'clipboard-read',
      'fileSystem',
      'openExternal',
      'usb',
    ];
    for (const permission of [...denied, 'hid', 'serial', 'display-capture', 'pointerLock', 'unknown']) {
      expect(isGranted(permission, own), permission).toBe(false);
    }
    expect(isGranted('media', own)).toBe(false);
    expect(device?.()).toBe(false);
  });

  it('are granted to no other page', () => {
    for (const from of ['https://evil.example/', 'http://127.0.0.1:7420/', 'file:///x', '']) {
      expect(isGranted('loopback-network', from), from).toBe(false);
    }
  });
});

import { type DesktopApi, midiPortChannel } from '../../shared/ipc.ts';
import type { Bridge, MidiPort, TokenVault } from './bridge.ts';

declare global {
  interface Window {
    /** What the app's preload script gives; undefined in a browser. */
    readonly roomtone?: DesktopApi;
  }
}

/** The bridge of the desktop app, whose server runs inside it. Resolves once that is ready. */
export async function desktopBridge(api: DesktopApi): Promise<Bridge> {
  const baseUrl = await api.openHost();
  api.onHostChanged((host) => {
    // Its port was taken while it was away: everything here knows the old address.
    if (host.status === 'ready' && host.url !== baseUrl) location.reload();
  });
  return {
    baseUrl,
    vault: desktopVault(api, baseUrl),
    midi: deviceMidi(api),
    copyText: async (text) => void (await api.copyText(text)),
    notify: (title, body) => void api.showNotice({ title: cut(title, 100), body: cut(body, 500) }),
    // The system asks by itself.
    allowNotices: async () => {},
    keepAwake: (isPlaying) => void api.keepAwake(isPlaying),
    onWake: (woke) => void api.onWoke(woke),
  };
}

function desktopVault(api: DesktopApi, server: string): TokenVault {
  let lasting = true;
  return {
    keeping: async () => ((await api.tokenKeeping()) === 'keychain' ? 'lasting' : 'memory'),
    hasLocalProfile: true,
    load: () => api.loadTokens({ server }),
    save: (tokens) => void api.saveTokens({ server, tokens, lasting }),
    remember: (value) => {
      lasting = value;
    },
  };
}

/** The devices that the app's own process of them speaks with, beside the page. */
function deviceMidi(api: DesktopApi): MidiPort {
  return {
    supported: true,
    mustAsk: false,
    open: async (take) => {
      window.addEventListener('message', ({ data, source, ports: [port] }) => {
        if (source === window && data === midiPortChannel && port !== undefined) take(port);
      });
      await api.openMidi();
    },
  };
}

function cut(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
}

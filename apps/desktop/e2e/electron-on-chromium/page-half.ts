import type { ContextBridge, IpcRenderer } from 'electron';

type Ask = (kind: 'invoke' | 'port' | 'navigate' | 'open', ...args: unknown[]) => Promise<unknown>;
type Listener = (...args: unknown[]) => void;

/**
 * Runs in a page before its own scripts, and is sent as text. Preload scripts run in main frames only, may require
 * 'electron', and give the page what they expose: https://www.electronjs.org/docs/latest/tutorial/tutorial-preload
 */
export function installElectron(ownOrigin: string, preload: (require: () => object) => void): void {
  if (window !== window.top) return;
  // Injected by the stand-in beforehand; no page of the app knows it.
  const { roomtoneElectron: ask } = globalThis as unknown as { roomtoneElectron: Ask };
  const listeners = new Map<string, Set<Listener>>();
  const ports = new Map<number, MessagePort>();
  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) => ask('invoke', channel, args),
    on: (channel: string, listener: Listener) => {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
      return ipcRenderer;
    },
    off: (channel: string, listener: Listener) => {
      listeners.get(channel)?.delete(listener);
      return ipcRenderer;
    },
  } as Pick<IpcRenderer, 'invoke' | 'on' | 'off'>;
  const exposeInMainWorld: ContextBridge['exposeInMainWorld'] = (name, api) =>
    Object.defineProperty(window, name, { value: Object.freeze(api) });
  Object.assign(globalThis, {
    roomtoneElectronTold: (channel: string, args: unknown[], portIds: number[]) => {
      const brought = portIds.map((id) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => void ask('port', id, data);
        ports.set(id, port1);
        return port2;
      });
      for (const listener of listeners.get(channel) ?? []) listener({ ports: brought }, ...args);
    },
    roomtoneElectronPort: (id: number, data: unknown) => ports.get(id)?.postMessage(data),
  });
  // https://www.electronjs.org/docs/latest/api/web-contents#event-will-navigate: before a page navigates away.
  navigation.addEventListener('navigate', (event) => {
    if (!event.cancelable || event.destination.url.startsWith(`${ownOrigin}/`)) return;
    event.preventDefault();
    void ask('navigate', event.destination.url);
  });
  window.open = (url = '') => {
    void ask('open', new URL(url, location.href).href);
    return null;
  };
  preload(() => ({ ipcRenderer, contextBridge: { exposeInMainWorld } }));
}

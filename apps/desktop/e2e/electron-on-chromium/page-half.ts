// The two halves of a page with a preload script. Both run before the page's own scripts and are sent as text, so neither uses
// anything from this file's scope. They share nothing but the window, on which they dispatch messages, in which the browser
// copies data from one world into the other: https://www.electronjs.org/docs/latest/api/context-bridge

type Ask = (
  kind: 'invoke' | 'port' | 'navigate' | 'open' | 'permission' | 'permission-state' | 'device' | 'screen',
  ...args: unknown[]
) => Promise<unknown>;

/** The half in the page's own world: what the preload exposes, and the way to the main process. */
export function installPageHalf(ownOrigin: string): void {
  if (window !== window.top) return;
  // Injected by the stand-in beforehand. No type of globalThis has it, because no page of the app may use it.
  const { roomtoneElectron: ask } = globalThis as unknown as { roomtoneElectron: Ask };
  const ports = new Map<number, MessagePort>();
  const callbacks = new Map<number, (...args: unknown[]) => void>();
  const answers = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  const tell = (name: string, data: unknown, brought: MessagePort[] = []) =>
    window.dispatchEvent(new MessageEvent(`electron-preload-${name}`, { data, ports: brought }));
  const hear = (name: string, handle: (data: never) => void) =>
    window.addEventListener(`electron-page-${name}`, (event) => handle((event as MessageEvent).data as never));

  /** Functions go across as numbers; everything else must be copied, or it throws. */
  const outgoing = (value: unknown) => {
    if (typeof value !== 'function') return { value: structuredClone(value) };
    lastId++;
    callbacks.set(lastId, value as (...args: unknown[]) => void);
    return { callback: lastId };
  };
  const incoming = (result: { value?: unknown; fn?: number; promise?: number; error?: string }): unknown => {
    if (result.error !== undefined) throw new Error(result.error);
    const { fn, promise } = result;
    if (fn !== undefined) return (...args: unknown[]) => call(fn, args);
    if (promise === undefined) return result.value;
    return new Promise((resolve, reject) => answers.set(promise, { resolve, reject }));
  };
  let returned: Parameters<typeof incoming>[0] = {};
  hear('returned', (result: typeof returned) => {
    returned = result;
  });
  const call = (fn: number, args: readonly unknown[]) => {
    tell('call', { fn, args: args.map(outgoing) });
    return incoming(returned);
  };
  hear('settled', ({ promise, value, error }: { promise: number; value?: unknown; error?: string }) => {
    const answer = answers.get(promise);
    answers.delete(promise);
    if (error === undefined) answer?.resolve(value);
    else answer?.reject(new Error(error));
  });
  hear('callback', ({ id, args }: { id: number; args: unknown[] }) => callbacks.get(id)?.(...args));
  type Shape = { readonly [name: string]: number | Shape };
  const built = (shape: Shape): object =>
    Object.freeze(
      Object.fromEntries(
        Object.entries(shape).map(([name, part]) => [
          name,
          typeof part === 'number' ? (...args: unknown[]) => call(part, args) : built(part),
        ]),
      ),
    );
  hear('expose', ({ name, shape }: { name: string; shape: Shape }) => {
    if (name in window) throw new Error(`Cannot bind an API on top of an existing property on the window object`);
    Object.defineProperty(window, name, { value: built(shape) });
  });
  hear('invoke', ({ id, channel, args }: { id: number; channel: string; args: unknown[] }) => {
    ask('invoke', channel, args).then(
      (value) => tell('invoked', { id, value }),
      (error: Error) => tell('invoked', { id, error: error.message }),
    );
  });
  tell('hello', null);

  Object.assign(globalThis, {
    roomtoneElectronTold: (channel: string, args: unknown[], portIds: number[]) => {
      const brought = portIds.map((id) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => void ask('port', id, data);
        ports.set(id, port1);
        return port2;
      });
      tell('told', { channel, args }, brought);
    },
    roomtoneElectronPort: (id: number, data: unknown) => ports.get(id)?.postMessage(data),
  });
  // https://www.electronjs.org/docs/latest/api/web-contents#event-will-navigate: before a page navigates away.
  navigation.addEventListener('navigate', (event) => {
    if (!event.cancelable || event.destination.url.startsWith(`${ownOrigin}/`)) return;
    event.preventDefault();
    void ask('navigate', event.destination.url);
  });
  // The session's handlers decide: https://www.electronjs.org/docs/latest/api/session#sessetpermissionrequesthandlerhandler
  Permissions.prototype.query = async ({ name }) =>
    Object.assign(new EventTarget(), {
      name,
      state: (await ask('permission-state', name)) ? ('granted' as const) : ('denied' as const),
      onchange: null,
    });
  const { getUserMedia } = MediaDevices.prototype;
  MediaDevices.prototype.getUserMedia = async function (...args) {
    const types = (['audio', 'video'] as const).filter((type) => args[0]?.[type]);
    if (await ask('permission', 'media', types)) return getUserMedia.apply(this, args);
    throw new DOMException('Permission denied', 'NotAllowedError');
  };
  const { getDisplayMedia } = MediaDevices.prototype;
  MediaDevices.prototype.getDisplayMedia = async function (...args) {
    if (await ask('screen')) return getDisplayMedia.apply(this, args);
    throw new DOMException('Permission denied', 'NotAllowedError');
  };
  for (const type of ['hid', 'serial', 'usb'] as const) {
    const devices: { requestDevice?: () => unknown; requestPort?: () => unknown } = Reflect.get(navigator, type) ?? {};
    const name = type === 'serial' ? 'requestPort' : 'requestDevice';
    devices[name] = async () => {
      if (await ask('device', type)) throw new DOMException('Nobody chooses one', 'NotFoundError');
      throw new DOMException('Permission denied', 'SecurityError');
    };
  }
  const { getCurrentPosition } = Geolocation.prototype;
  Geolocation.prototype.getCurrentPosition = async function (...[found, failed, options]) {
    if (await ask('permission', 'geolocation')) getCurrentPosition.call(this, found, failed, options);
    else failed?.({ code: 1, message: 'User denied Geolocation' } as GeolocationPositionError);
  };
  window.open = (url = '') => {
    void ask('open', new URL(url, location.href).href);
    return null;
  };
}

/** The half in a world of its own: `require('electron')` for the preload script. Main frames only. */
export function installPreloadHalf(preload: (require: () => object) => void): void {
  if (window !== window.top) return;
  type Listener = (...args: unknown[]) => void;
  const listeners = new Map<string, Set<Listener>>();
  const invoked = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  const functions: ((...args: unknown[]) => unknown)[] = [];
  const exposed: { name: string; shape: object }[] = [];
  let lastId = 0;
  const tell = (name: string, data: unknown) =>
    window.dispatchEvent(new MessageEvent(`electron-page-${name}`, { data: structuredClone(data) }));
  const hear = (name: string, handle: (data: never, ports: readonly MessagePort[]) => void) =>
    window.addEventListener(`electron-preload-${name}`, (event) => {
      const { data, ports } = event as MessageEvent;
      handle(data as never, ports);
    });

  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        lastId++;
        invoked.set(lastId, { resolve, reject });
        tell('invoke', { id: lastId, channel, args });
      }),
    on: (channel: string, listener: Listener) => {
      listeners.set(channel, (listeners.get(channel) ?? new Set()).add(listener));
      return ipcRenderer;
    },
    off: (channel: string, listener: Listener) => {
      listeners.get(channel)?.delete(listener);
      return ipcRenderer;
    },
  };
  hear('invoked', ({ id, value, error }: { id: number; value?: unknown; error?: string }) => {
    const waiting = invoked.get(id);
    invoked.delete(id);
    if (error === undefined) waiting?.resolve(value);
    else waiting?.reject(new Error(error));
  });
  hear('told', ({ channel, args }: { channel: string; args: unknown[] }, ports) => {
    for (const listener of listeners.get(channel) ?? []) listener({ ports }, ...args);
  });

  const numberOf = (fn: unknown) => functions.push(fn as (...args: unknown[]) => unknown) - 1;
  const shapeOf = (api: object): object =>
    Object.fromEntries(
      Object.entries(api).map(([name, part]) => {
        if (typeof part === 'function') return [name, numberOf(part)];
        if (typeof part === 'object' && part !== null) return [name, shapeOf(part)];
        throw new TypeError(`${name} is neither a function nor an object of them`);
      }),
    );
  const returnable = (result: unknown) => {
    if (typeof result === 'function') return { fn: numberOf(result) };
    if (!(result instanceof Promise)) return { value: result };
    const promise = ++lastId;
    result.then(
      (value: unknown) => tell('settled', { promise, value }),
      (error: Error) => tell('settled', { promise, error: error.message }),
    );
    return { promise };
  };
  hear('call', ({ fn, args }: { fn: number; args: { value?: unknown; callback?: number }[] }) => {
    const given = args.map(({ value, callback }) =>
      callback === undefined ? value : (...sent: unknown[]) => tell('callback', { id: callback, args: sent }),
    );
    try {
      tell('returned', returnable(functions[fn]?.(...given)));
    } catch (error) {
      tell('returned', { error: String(error) });
    }
  });
  // Whichever half comes second: the first one's message was heard by nobody.
  hear('hello', () => {
    for (const each of exposed) tell('expose', each);
  });
  const exposeInMainWorld = (name: string, api: object) => {
    const each = { name, shape: shapeOf(api) };
    exposed.push(each);
    tell('expose', each);
  };
  preload(() => ({ ipcRenderer, contextBridge: { exposeInMainWorld } }));
}

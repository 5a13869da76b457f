import { explainedInvitationLink, limits } from '@roomtone/protocol';
import type { HostState } from '../../../../shared/hosting.ts';
import { invitedServers } from '../../../../shared/invited-servers.ts';
import type { DesktopApi, WindowServer } from '../../../../shared/ipc.ts';
import { midiPortChannel } from '../../../../shared/midi-messages.ts';
import type { MidiPort } from '../playing/input/midi-port.ts';
import { language } from '../strings/language.ts';
import type { AppPort, Bridge, HostingPort, Invitation, ServerPort, TokenVault } from './bridge.ts';
import type { LibraryPort } from './library/library-port.ts';
import { invitedPath } from './router.ts';
import { isOnLoopback } from './servers/loopback.ts';
import { takeInvitation } from './servers/take-invitation.ts';

declare global {
  interface Window {
    /** The API of the app's preload script; undefined in a browser. */
    readonly roomtone?: DesktopApi;
  }
}

/** The bridge of a window of the desktop app. Resolves when the server is ready, if it is the app's own. */
export async function desktopBridge(api: DesktopApi): Promise<Bridge> {
  const server = await api.windowServer();
  const shared = {
    baseUrl: server.url,
    otherAddresses: server.kind === 'home' ? [] : server.others,
    invitation: takeInvitation(),
    // Links for hosts are for browsers: the app's user is the admin of its own server.
    hostToken: undefined,
    vault: desktopVault(api, server.kind === 'home'),
    midi: deviceMidi(api),
    library: desktopLibraryPort(api),
    needsGestureForSound: false,
    payments: {
      leavesPage: false,
      returnUrl: (path: string) => `roomtone:/${path}`,
      open: (address: string) => api.openPayment(address),
    },
    onGo: (go: (path: string) => void) => void api.onGo(go),
    onSettings: (open: () => void) => void api.onSettings(open),
    openHelp: () => void api.openHelp(language),
    onRefused: (refused: () => void) => void api.onRefused(refused),
    copyText: async (text: string) => void (await api.copyText(text)),
    notify: (title: string, body: string) => void api.showNotice({ title: cut(title, 100), body: cut(body, 500) }),
    // The system asks by itself.
    allowNotifications: async () => {},
    keepAwake: (isPlaying: boolean) => void api.keepAwake(isPlaying),
    onWake: (woke: () => void) => void api.onWoke(woke),
  };
  return server.kind === 'home'
    ? { ...shared, ...(await ownServerParts(api, server)) }
    : { ...shared, ...otherServerParts(server, api) };
}

async function ownServerParts(api: DesktopApi, server: Extract<WindowServer, { kind: 'home' }>) {
  let state = await api.host.state();
  api.host.onChanged((now) => {
    // The server's port was taken while it was stopped, and everything on this page uses the old address.
    if (now.status === 'ready' && now.url !== server.url) location.reload();
    state = now;
  });
  return {
    isUnprotected: false,
    servers: serverPort(api),
    hosting: hostingPort(api, server.platform),
    app: appPort(api),
    onFile: (opened: (file: File) => void) => followFiles(api, opened),
    inviteTo: (roomId: string | undefined) => inviteToOwnServer(state, server.url, roomId),
  };
}

function inviteToOwnServer(state: HostState, url: string, roomId: string | undefined): Invitation {
  const hosting = state.status === 'ready' ? state.hosting : null;
  if (hosting === null) return { link: url + invitedPath(roomId), reach: 'here' };
  if (hosting.addresses.length === 0) return { link: url + invitedPath(roomId), reach: 'no-network' };
  const { addresses, internet, fingerprint, name } = hosting;
  const servers = invitedServers(addresses, internet).slice(0, limits.invitation.servers);
  return { link: explainedInvitationLink({ servers, fingerprint, roomId, name }), reach: 'others' };
}

function otherServerParts(
  { url, others, name, fingerprint }: Extract<WindowServer, { kind: 'server' }>,
  api: DesktopApi,
) {
  const servers = [url, ...others].slice(0, limits.invitation.servers);
  const invitation = { servers, fingerprint: fingerprint ?? undefined, name: undefined };
  return {
    // Traffic that stays on this computer needs no encryption.
    isUnprotected: fingerprint === null && !isOnLoopback(url),
    elsewhere: { name, choose: () => void api.chooseServer() },
    inviteTo: (roomId: string | undefined): Invitation => ({
      link: explainedInvitationLink({ ...invitation, roomId }),
      reach: isOnLoopback(url) ? 'here' : 'others',
    }),
  };
}

function desktopVault(api: DesktopApi, hasLocalProfile: boolean): TokenVault {
  let lasting = true;
  return {
    storage: async () => ((await api.tokenStorage()) === 'keychain' ? 'lasting' : 'memory'),
    hasLocalProfile,
    load: () => api.loadTokens(),
    save: (tokens) => void api.saveTokens({ tokens, lasting }),
    remember: (value) => {
      lasting = value;
    },
  };
}

function serverPort({ servers }: DesktopApi): ServerPort {
  return {
    watch: (onChange) => {
      const end = servers.onChanged(onChange);
      void servers.watch(true).then(async () => onChange(await servers.list()));
      return () => {
        end();
        void servers.watch(false);
      };
    },
    goTo: (text) => servers.goTo(cut(text, 2_000)),
    goBackTo: (id) => servers.goBackTo(id),
    trust: (address, fingerprint) => servers.trust({ address, fingerprint }),
    forget: async (id) => void (await servers.forget(id)),
    onArrival: (arrived) => {
      const take = async () => {
        const answer = await servers.arrival();
        if (answer !== null) arrived(answer);
      };
      servers.onArrived(() => void take());
      void take();
    },
    onChoosing: (choosing) => void servers.onChoosing(choosing),
  };
}

function followFiles({ files }: DesktopApi, opened: (file: File) => void): void {
  const take = async () => {
    const file = await files.take();
    if (file !== null) opened(new File([file.bytes], file.name));
  };
  files.onOpened(() => void take());
  void take();
}

function appPort({ app, host }: DesktopApi): AppPort {
  return {
    watch: (onChange) => {
      const end = app.onChanged(onChange);
      void app.settings().then(onChange);
      return end;
    },
    change: async (change) => void (await app.change(change)),
    startAtLogin: async (isOn) => void (await app.startAtLogin(isOn)),
    checkForUpdates: async () => void (await app.checkForUpdates()),
    showData: async () => void (await host.showData()),
  };
}

function hostingPort({ host }: DesktopApi, platform: string): HostingPort {
  return {
    platform,
    watch: (onChange) => {
      const end = host.onChanged(onChange);
      void host.state().then(onChange);
      return end;
    },
    open: async (choice) => void (await host.open(choice)),
    close: async () => void (await host.close()),
    closeOutside: () => host.closeOutside(),
    testLink: () => host.testLink(),
    reach: () => host.reach(),
    guests: () => host.guests(),
    addPerson: (person) => host.addPerson(person),
    log: () => host.log(),
    showData: async () => void (await host.showData()),
    isLocal: async (userId) => (await host.localUser()) === userId,
  };
}

/** MIDI devices through the app's MIDI process, without passing the page. */
function deviceMidi(api: DesktopApi): MidiPort {
  return {
    supported: true,
    needsPermission: false,
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

/** The library of the desktop app: folders on disk, read by a process of their own. */
function desktopLibraryPort({ library }: DesktopApi): LibraryPort {
  return {
    watch: (onChange) => {
      let isWatching = true;
      const end = library.onChanged(onChange);
      library.open().then(
        (status) => isWatching && onChange(status),
        () => {},
      );
      return () => {
        isWatching = false;
        end();
      };
    },
    query: (query) => library.query(query),
    read: (id) => library.read(id),
    mark: async (mark) => void (await library.mark(mark)),
    addFolder: async () => void (await library.addFolder()),
    removeFolder: async (id) => void (await library.removeFolder(id)),
    cancel: async () => void (await library.cancel()),
    resume: async () => void (await library.resume()),
  };
}

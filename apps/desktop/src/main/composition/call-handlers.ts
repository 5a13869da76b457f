import type { Language } from '@roomtone/words';
import type { WebContents } from 'electron';
import type { HostingChoice } from '../../shared/hosting.ts';
import type { TokenStorage, WindowServer } from '../../shared/ipc.ts';
import type { Host } from '../hosting/host.ts';
import type { Hosting } from '../hosting/hosting.ts';
import type { CallHandlers } from '../ipc/ipc.ts';
import type { TokenController } from '../keychain/token-controller.ts';
import type { Links } from '../links/links.ts';
import type { OpenedFiles } from '../links/opened-files.ts';
import type { LibraryProcess } from '../midi-library/library-process.ts';
import type { FoundServers } from '../servers/found-servers.ts';
import { idOf, type KnownServers, ownServer, type Server } from '../servers/known-servers.ts';
import type { ServerController } from '../servers/server-controller.ts';
import type { AppSettingsController } from '../settings/app-settings.ts';

export interface HandlerParts {
  readonly host: Host;
  readonly hosting: Hosting;
  readonly tokens: TokenController;
  readonly tokenStorage: () => Promise<TokenStorage>;
  readonly servers: ServerController;
  readonly known: KnownServers;
  readonly found: FoundServers;
  readonly links: Links;
  readonly files: OpenedFiles;
  /** The server shown in a window; undefined for the app's own server. */
  readonly serverOf: (window: WebContents) => Server | undefined;
  readonly listChanged: () => void;
  readonly chooseServer: () => void;
  readonly openPayment: (address: string, window: WebContents) => Promise<boolean>;
  readonly openMidi: (window: WebContents) => void;
  readonly library: LibraryProcess;
  /** The folder that the user chooses in the system's dialog; undefined for none. */
  readonly chooseFolder: (window: WebContents) => Promise<string | undefined>;
  readonly copyText: (text: string) => Promise<void>;
  readonly showNotice: (notice: { title: string; body: string }, window: WebContents) => void;
  readonly keepAwake: (isPlaying: boolean, window: WebContents) => void;
  readonly showData: () => Promise<void>;
  readonly appSettings: AppSettingsController;
  readonly checkForUpdates: () => void;
  readonly openHelp: (language: Language) => void;
  /** Remembers who is let in. */
  readonly rememberJoining: (joining: HostingChoice['joining']) => void;
}

/** Creates the handler for each call that a window can make. */
export function createHandlers(parts: HandlerParts): CallHandlers {
  const { host, hosting, library, tokens, servers, known, found, links, files, serverOf, appSettings } = parts;
  const idAt = (window: WebContents) => {
    const server = serverOf(window);
    return server === undefined ? ownServer : idOf(server);
  };
  return {
    'window.server': async (_request, window) => windowServerOf(serverOf(window), host),
    'tokens.load': (_request, window) => tokens.load(idAt(window)),
    'tokens.save': async ({ tokens: kept, lasting }, window) => {
      await (kept === null ? tokens.forget(idAt(window)) : tokens.save(idAt(window), kept, lasting));
      return null;
    },
    'tokens.storage': parts.tokenStorage,
    'midi.open': (_request, window) => done(parts.openMidi(window)),
    'text.copy': async (text) => done(await parts.copyText(text)),
    'notice.show': (notice, window) => done(parts.showNotice(notice, window)),
    'awake.keep': (isPlaying, window) => done(parts.keepAwake(isPlaying, window)),
    'payment.open': (address, window) => parts.openPayment(address, window),
    'servers.choose': () => done(parts.chooseServer()),
    'help.open': (language) => done(parts.openHelp(language)),

    'library.open': () => library.ask('open', null),
    'library.query': (query) => library.ask('query', query),
    'library.read': (id) => library.ask('read', id),
    'library.mark': (mark) => library.ask('mark', mark),
    'library.addFolder': async (_request, window) => {
      const path = await parts.chooseFolder(window);
      return path === undefined ? null : library.ask('addFolder', path);
    },
    'library.removeFolder': (id) => library.ask('removeFolder', id),
    'library.cancel': () => library.ask('cancel', null),
    'library.resume': () => library.ask('resume', null),

    'app.settings': () => appSettings.current,
    'app.change': (change) => done(appSettings.change(change)),
    'app.startAtLogin': (isOn) => done(appSettings.startAtLogin(isOn)),
    'app.checkForUpdates': () => done(parts.checkForUpdates()),

    'servers.list': () => ({ known: known.list(), found: [...found.list()] }),
    'servers.watch': (isWatching) => done(found.watch(isWatching)),
    'servers.goTo': async (text) => {
      const answer = await servers.goTo(text);
      parts.listChanged();
      return answer;
    },
    'servers.goBackTo': (id) => servers.goBackTo(id),
    'servers.trust': ({ address, fingerprint }) => {
      const answer = servers.trust(address, fingerprint);
      parts.listChanged();
      return answer;
    },
    'servers.forget': async (id) => {
      known.forget(id);
      parts.listChanged();
      await tokens.forget(id);
      return null;
    },
    'servers.arrival': () => links.take(),

    'files.take': () => files.take(),

    'host.state': () => hosting.state,
    'host.open': (choice) => {
      parts.rememberJoining(choice.joining);
      return done(hosting.open(choice));
    },
    'host.close': () => done(hosting.close()),
    'host.closeOutside': () => host.closeOutside(),
    'host.testLink': () => host.ask('test-link', null),
    'host.reach': () => host.ask('reach', null),
    'host.guests': async () => [...(await host.ask('guests', null))],
    'host.addPerson': (person) => host.ask('add-person', person),
    'host.log': () => [...hosting.log],
    'host.localUser': () => tokens.localUserId ?? null,
    'host.showData': async () => done(await parts.showData()),
  };
}

async function windowServerOf(server: Server | undefined, host: Host): Promise<WindowServer> {
  if (server === undefined) return { kind: 'home', url: await host.ready(), platform: process.platform };
  const { address: url, others = [], name, fingerprint } = server;
  return { kind: 'server', url, others, name, fingerprint };
}

/** The response of calls that have nothing to return. */
function done(_acted: unknown): null {
  return null;
}

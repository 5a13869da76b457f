import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import type { CallName, DesktopApi, News, NewsName, Request, Response } from '../shared/ipc.ts';
import { midiPortChannel } from '../shared/midi-messages.ts';

// Runs sandboxed before the app's own pages and gives them the bridge, but nothing of Electron itself.

const api: DesktopApi = {
  windowServer: () => call('window.server', null),
  onRefused: (listener) => listen('window.refused', listener),
  onGo: (listener) => listen('window.go', listener),
  loadTokens: () => call('tokens.load', null),
  saveTokens: (request) => call('tokens.save', request),
  tokenStorage: () => call('tokens.storage', null),
  openMidi: () => call('midi.open', null),
  copyText: (text) => call('text.copy', text),
  showNotice: (notice) => call('notice.show', notice),
  keepAwake: (isPlaying) => call('awake.keep', isPlaying),
  onWoke: (listener) => listen('machine.woke', listener),
  openPayment: (address) => call('payment.open', address),
  chooseServer: () => call('servers.choose', null),
  openHelp: (language) => call('help.open', language),
  onSettings: (listener) => listen('settings.open', listener),
  app: {
    settings: () => call('app.settings', null),
    onChanged: (listener) => listen('app.changed', listener),
    change: (change) => call('app.change', change),
    startAtLogin: (isOn) => call('app.startAtLogin', isOn),
    checkForUpdates: () => call('app.checkForUpdates', null),
  },
  servers: {
    list: () => call('servers.list', null),
    onChanged: (listener) => listen('servers.changed', listener),
    watch: (isWatching) => call('servers.watch', isWatching),
    goTo: (text) => call('servers.goTo', text),
    goBackTo: (id) => call('servers.goBackTo', id),
    trust: (server) => call('servers.trust', server),
    forget: (id) => call('servers.forget', id),
    arrival: () => call('servers.arrival', null),
    onArrived: (listener) => listen('servers.arrived', listener),
    onChoosing: (listener) => listen('servers.choosing', listener),
  },
  files: {
    take: () => call('files.take', null),
    onOpened: (listener) => listen('files.opened', listener),
  },
  library: {
    open: () => call('library.open', null),
    onChanged: (listener) => listen('library.changed', listener),
    query: (query) => call('library.query', query),
    read: (id) => call('library.read', id),
    mark: (mark) => call('library.mark', mark),
    addFolder: () => call('library.addFolder', null),
    removeFolder: (id) => call('library.removeFolder', id),
    cancel: () => call('library.cancel', null),
    resume: () => call('library.resume', null),
  },
  host: {
    state: () => call('host.state', null),
    onChanged: (listener) => listen('host.changed', listener),
    open: (choice) => call('host.open', choice),
    close: () => call('host.close', null),
    closeOutside: () => call('host.closeOutside', null),
    testLink: () => call('host.testLink', null),
    reach: () => call('host.reach', null),
    guests: () => call('host.guests', null),
    addPerson: (person) => call('host.addPerson', person),
    log: () => call('host.log', null),
    localUser: () => call('host.localUser', null),
    showData: () => call('host.showData', null),
  },
};

contextBridge.exposeInMainWorld('roomtone', api);
// Ports cannot cross the bridge.
ipcRenderer.on(midiPortChannel, ({ ports }) => window.postMessage(midiPortChannel, location.origin, [...ports]));

function call<Name extends CallName>(name: Name, request: Request<Name>): Promise<Response<Name>> {
  return ipcRenderer.invoke(name, request);
}

/** Does not pass on the event: it would give the page access to its sender. */
function listen<Name extends NewsName>(name: Name, listener: (payload: News<Name>) => void): () => void {
  const onNews = (_event: IpcRendererEvent, payload: News<Name>) => listener(payload);
  ipcRenderer.on(name, onNews);
  return () => void ipcRenderer.off(name, onNews);
}

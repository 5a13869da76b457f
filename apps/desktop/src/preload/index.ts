import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import {
  type CallName,
  type DesktopApi,
  midiPortChannel,
  type News,
  type NewsName,
  type Request,
  type Response,
} from '../shared/ipc.ts';

// Runs sandboxed before the app's own pages and gives them the bridge, and nothing of Electron itself.

const api: DesktopApi = {
  openHost: () => call('host.open', null),
  onHostChanged: (listener) => listen('host.changed', listener),
  loadTokens: (request) => call('tokens.load', request),
  saveTokens: (request) => call('tokens.save', request),
  tokenKeeping: () => call('tokens.keeping', null),
  openMidi: () => call('midi.open', null),
  copyText: (text) => call('text.copy', text),
  showNotice: (notice) => call('notice.show', notice),
  keepAwake: (isPlaying) => call('awake.keep', isPlaying),
  onWoke: (listener) => listen('machine.woke', listener),
};

contextBridge.exposeInMainWorld('roomtone', api);
// Ports do not pass the bridge.
ipcRenderer.on(midiPortChannel, ({ ports }) => window.postMessage(midiPortChannel, location.origin, [...ports]));

function call<Name extends CallName>(name: Name, request: Request<Name>): Promise<Response<Name>> {
  return ipcRenderer.invoke(name, request);
}

/** The event stays here: through it a page could reach what sends. */
function listen<Name extends NewsName>(name: Name, listener: (told: News<Name>) => void): () => void {
  const heard = (_event: IpcRendererEvent, told: News<Name>) => listener(told);
  ipcRenderer.on(name, heard);
  return () => void ipcRenderer.off(name, heard);
}

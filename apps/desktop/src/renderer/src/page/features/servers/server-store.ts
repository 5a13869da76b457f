import { create } from 'zustand';
import type { ServerAnswer } from '../../../../../shared/servers.ts';
import type { Bridge } from '../../app/bridge.ts';

/** What has to be asked or said about a server before its window opens. */
export type ServerQuestion = Exclude<ServerAnswer, { kind: 'open' }>;

interface Servers {
  /** Whether one is being chosen. */
  readonly isChoosing: boolean;
  readonly question: ServerQuestion | undefined;
  /** Another one than this window's server answers in its place. */
  readonly isRefused: boolean;
}

export const useServers = create<Servers>()(() => ({ isChoosing: false, question: undefined, isRefused: false }));

export function chooseServer(): void {
  useServers.setState({ isChoosing: true, question: undefined });
}

/** Shows what there is to ask or to say. */
export function serverAnswered(answer: ServerAnswer): void {
  useServers.setState(
    answer.kind === 'open' ? { isChoosing: false, question: undefined } : { isChoosing: true, question: answer },
  );
}

/** Listens for what comes from outside the page. */
export function followServers(bridge: Bridge): void {
  bridge.servers?.onArrival(serverAnswered);
  bridge.servers?.onChoosing(chooseServer);
  bridge.onRefused(() => useServers.setState({ isRefused: true }));
}

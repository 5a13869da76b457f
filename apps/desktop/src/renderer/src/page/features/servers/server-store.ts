import { create } from 'zustand';
import type { ServerAnswer } from '../../../../../shared/servers.ts';
import type { Bridge } from '../../app/bridge.ts';

/** A question or message about a server before its window opens. */
export type ServerQuestion = Exclude<ServerAnswer, { kind: 'open' }>;

interface Servers {
  /** True while the choice is open. */
  readonly isChoosing: boolean;
  readonly question: ServerQuestion | undefined;
  /** True if another server answers at the address of this window's server. */
  readonly isRefused: boolean;
}

export const useServers = create<Servers>()(() => ({ isChoosing: false, question: undefined, isRefused: false }));

export function chooseServer(): void {
  useServers.setState({ isChoosing: true, question: undefined });
}

/** Shows the question or message of an answer. */
export function showServerAnswer(answer: ServerAnswer): void {
  useServers.setState(
    answer.kind === 'open' ? { isChoosing: false, question: undefined } : { isChoosing: true, question: answer },
  );
}

/** Listens to the main process. */
export function listenToServers(bridge: Bridge): void {
  bridge.servers?.onArrival(showServerAnswer);
  bridge.servers?.onChoosing(chooseServer);
  bridge.onRefused(() => useServers.setState({ isRefused: true }));
}

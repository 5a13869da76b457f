import { create } from 'zustand';
import { showPanel } from '../layout-store.ts';

interface DraftState {
  /** Text that was typed but not sent; it is kept while the chat is hidden. */
  readonly text: string;
  /** Incremented to move the focus to the field. */
  readonly calls: number;
  /** Starts a message that mentions this user. */
  mention(name: string): void;
}

export const useDraft = create<DraftState>()((set) => ({
  text: '',
  calls: 0,
  mention: (name) =>
    set(({ text, calls }) => ({
      text: `${text}${text === '' || text.endsWith(' ') ? '' : ' '}@${name} `,
      calls: calls + 1,
    })),
}));

/** Begins a direct message to somebody in the field of the chat. */
export function replyInRoom(username: string): void {
  showPanel('chat');
  useDraft.setState(({ calls }) => ({ text: `/msg ${username} `, calls: calls + 1 }));
}

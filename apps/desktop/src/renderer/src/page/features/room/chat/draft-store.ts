import { create } from 'zustand';

interface DraftState {
  /** What is typed and not said yet; it outlasts folding the chat away. */
  readonly text: string;
  /** Counts up whenever the field is to have the focus. */
  readonly calls: number;
  /** Begins to speak to somebody. */
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

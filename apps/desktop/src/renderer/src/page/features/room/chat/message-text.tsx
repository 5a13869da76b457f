import { useMemo } from 'react';
import { messageParts } from './message-parts.ts';

interface MessageTextProps {
  readonly text: string;
  /** The user's username, which is highlighted; undefined to highlight nothing. */
  readonly self: string | undefined;
}

/** Renders a message's text with links and mentions; nothing else is markup. */
export function MessageText({ text, self }: MessageTextProps) {
  const parts = useMemo(() => messageParts(text), [text]);
  return (
    <p className="chat-text" dir="auto">
      {parts.map((part, index) => {
        const key = index;
        switch (part.kind) {
          case 'link':
            return (
              <a key={key} href={part.href} target="_blank" rel="noopener noreferrer nofollow ugc">
                <bdi>{part.text}</bdi>
              </a>
            );
          case 'mention':
            return (
              <b key={key} className="mention" data-self={isSelf(part.name, self) ? '' : undefined}>
                {part.text}
              </b>
            );
          default:
            return <bdi key={key}>{part.text}</bdi>;
        }
      })}
    </p>
  );
}

function isSelf(name: string, self: string | undefined): boolean {
  return name.toLowerCase() === self?.toLowerCase();
}

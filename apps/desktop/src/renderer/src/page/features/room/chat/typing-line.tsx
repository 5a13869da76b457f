import { listText } from '../../../strings/formats.ts';
import { strings } from '../../../strings.ts';
import { useRoom } from '../room-store.ts';
import { useChat } from './chat-store.ts';

/** Above this number, the line says "several" instead of names. */
const maxNames = 3;

/** Shows who is typing. The line is always there, so that nothing moves. */
export function TypingLine() {
  const typing = useChat((state) => state.typing);
  const participants = useRoom((state) => state.participants);
  const names = participants.filter(({ participantId }) => typing.has(participantId)).map(({ username }) => username);
  let words = '';
  if (names.length > maxNames) words = strings.chat.severalType;
  else if (names.length > 0) words = strings.chat.types(listText(names), names.length);
  return <p className="chat-typing muted">{words}</p>;
}

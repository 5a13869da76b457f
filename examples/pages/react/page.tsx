// A room as a React component: who is there, what is said, and the beat.
import { useBeat, useChat, useParticipants, useRoom } from '@roomtone/react';
import { RoomtoneClient, readInvitation } from '@roomtone/sdk';
import { createRoot } from 'react-dom/client';

const link = new URLSearchParams(location.search).get('invitation') ?? '';
const { roomId = '' } = readInvitation(link);
const client = RoomtoneClient.forInvitation(link);

function RoomView() {
  const { room, status, error } = useRoom(client, roomId);
  const participants = useParticipants(room);
  const { messages } = useChat(room);
  const beat = useBeat(room);
  if (error !== undefined) return <p role="alert">{error.message}</p>;
  return (
    <main>
      <h1>
        {room?.info.roomName ?? status} {beat === undefined ? '' : `${beat.bar}.${beat.beat}`}
      </h1>
      <ul>
        {participants.map(({ participantId, username, color, bot }) => (
          <li key={participantId} style={{ color }}>
            {username} {bot && '(bot)'}
          </li>
        ))}
      </ul>
      <ol>
        {messages.map(({ messageId, username, message }) => (
          <li key={messageId}>
            {username}: {message}
          </li>
        ))}
      </ol>
    </main>
  );
}

createRoot(document.querySelector('#root') ?? document.body).render(<RoomView />);

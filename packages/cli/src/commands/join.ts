import { createInterface, type Interface } from 'node:readline';
import type { ChatMessage, NoteEvent, Participant, Room } from '@roomtone/sdk';
import { runLine } from '@roomtone/sdk/extras';
import type { Context } from '../command.ts';
import { withRoom } from '../destination.ts';
import { explain, UsageError } from '../explain.ts';
import { untilOver } from '../music/until-over.ts';
import { NoteLines, noteName } from '../note-lines.ts';
import { harmless } from '../output.ts';

export interface JoinOptions {
  readonly seconds?: string;
  readonly listen?: boolean;
}

/** Shows a room's chat and notes, and sends what is typed. */
export async function join(context: Context, where: string, { seconds, listen }: JoinOptions): Promise<number> {
  const destination = withRoom(context.destination(where));
  const stayS = seconds === undefined ? undefined : Number(seconds);
  if (stayS !== undefined && !(stayS > 0)) throw new UsageError('--seconds must be a number above 0.');
  const need = listen ? 'guest' : 'account';
  return context.connected(destination, { need }, async ({ client, as }) => {
    const room = await client.joinRoom(destination.roomId, {
      ...context.roomPassword,
      signal: context.signal,
      prepare: (opened) => show(context, opened),
    });
    const { output } = context;
    const people = Array.from(room.participants.values(), ({ username }) => harmless(username));
    output.result(
      { type: 'joined', room: room.info.roomName, roomId: room.info.roomId, people },
      output.styled('dim', `“${harmless(room.info.roomName)}” with ${people.join(', ')}. You are ${as}.`),
    );
    for (const message of room.snapshot.chat) showChat(context, message);
    const left = new AbortController();
    context.signal.addEventListener('abort', () => left.abort());
    const lines = listen ? undefined : readLines(context, room, () => left.abort());
    try {
      const end = await untilOver(room, left.signal, stayS, {
        alone: true,
      });
      output.say(end.words);
      return end.exitCode;
    } finally {
      lines?.close();
      await room.leave();
    }
  });
}

function show(context: Context, room: Room): void {
  const { output } = context;
  const nameOf = (participantId: number) => harmless(room.participants.get(participantId)?.username ?? '?');
  const event = (type: string, person: Participant, words: string) =>
    output.result(
      { type, name: person.username, bot: person.bot },
      output.styled('dim', `${harmless(person.username)} ${words}`),
    );
  const lines = new NoteLines((name, keys) =>
    output.result({}, `${output.styled('cyan', `♪ ${name}`)}  ${keys.join(' ')}`),
  );
  room.on('chat', (message) => showChat(context, message));
  room.on('participantJoined', (person) => event('participantJoined', person, person.bot ? '(bot) joined' : 'joined'));
  room.on('participantLeft', ({ participant }) => event('participantLeft', participant, 'left'));
  room.on('state', ({ status }) => {
    if (status === 'reconnecting') output.say('The connection was lost. Reconnecting …');
  });
  room.on('note', (note) => {
    const name = nameOf(note.participantId);
    if (output.json) output.result(noteObject(name, note), '');
    else if (note.type === 'noteOn') lines.add(name, noteName(note.key));
  });
}

function showChat({ output }: Context, { messageType, username, message }: ChatMessage): void {
  const name = messageType === 'bot' ? `${harmless(username)} (bot)` : harmless(username);
  const text = harmless(message);
  const line = messageType === 'system' ? output.styled('dim', text) : `${output.styled('bold', name)}: ${text}`;
  output.result({ type: 'chat', name: username, from: messageType, message }, line);
}

function noteObject(name: string, { type, key, channel, velocity, playAtUs }: NoteEvent) {
  return { type, name, key, channel, velocity, playAtUs };
}

/** Sends each line that is typed, and slash commands. @param onEnd the input has ended. */
function readLines({ process, output }: Context, room: Room, onEnd: () => void): Interface {
  const lines = createInterface({ input: process.stdin, terminal: false });
  let sending = Promise.resolve();
  lines.on('line', (line) => {
    if (line.trim() === '') return;
    sending = sending.then(async () => {
      try {
        const answer = await runLine(line, room);
        if (answer !== undefined) output.say(answer);
      } catch (error) {
        output.say(explain(error));
      }
    });
  });
  lines.on('close', () => void sending.then(onEnd));
  return lines;
}

import { createInterface, type Interface } from 'node:readline';
import type { ChatMessage, NoteEvent, Participant, Room } from '@roomtone/sdk';
import { runLine } from '@roomtone/sdk/extras';
import type { Context } from '../command.ts';
import { withRoom } from '../destination.ts';
import { UsageError } from '../explain.ts';
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
    if (output.json) room.on('state', ({ status }) => output.result({ type: 'state', status }, ''));
    for (const message of room.snapshot.chat) showChat(context, message, true);
    const left = new AbortController();
    context.signal.addEventListener('abort', () => left.abort());
    const lines = listen ? undefined : readLines(context, room, () => left.abort());
    try {
      const end = await untilOver(room, left.signal, stayS, {
        alone: true,
      });
      output.say(end.words);
      if (output.json) output.result({ type: 'ended', message: end.words }, '');
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
  const now = () => new Date(room.serverNowUs() / 1_000).toISOString();
  const event = (type: string, person: Participant, words: string) =>
    output.result(
      { type, time: now(), participantId: person.participantId, name: person.username, bot: person.bot },
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
    if (output.json) output.result(noteObject(now(), name, note), '');
    else if (note.type === 'noteOn') lines.add(name, noteName(note.key));
  });
}

/** @param isHistory said before this program joined. */
function showChat({ output }: Context, chat: ChatMessage, isHistory = false): void {
  const { messageId, userId, messageType, username, message, timestamp } = chat;
  const name = messageType === 'bot' ? `${harmless(username)} (bot)` : harmless(username);
  const text = harmless(message);
  const line = messageType === 'system' ? output.styled('dim', text) : `${output.styled('bold', name)}: ${text}`;
  const time = new Date(timestamp).toISOString();
  output.result(
    { type: 'chat', messageId, time, userId, name: username, from: messageType, message, history: isHistory },
    line,
  );
}

function noteObject(time: string, name: string, note: NoteEvent) {
  const { type, participantId, key, channel, velocity, playAtUs } = note;
  return { type, time, participantId, name, key, channel, velocity, playAtUs };
}

/** Sends each line that is typed, and slash commands. @param onEnd the input has ended. */
function readLines(context: Context, room: Room, onEnd: () => void): Interface {
  const { process, output } = context;
  const lines = createInterface({ input: process.stdin, terminal: false });
  let sending = Promise.resolve();
  lines.on('line', (line) => {
    if (line.trim() === '') return;
    sending = sending.then(async () => {
      try {
        const answer = await runLine(line, room);
        if (answer === undefined) return;
        if (output.json) output.result({ type: 'answer', message: answer }, '');
        else output.say(answer);
      } catch (error) {
        context.problem(error);
      }
    });
  });
  lines.on('close', () => void sending.then(onEnd));
  return lines;
}

// All that the bot does: greets, clicks to the metronome, plays chords when asked, and repeats what others play, an octave higher.
import type { Room } from '@roomtone/sdk';
import type { Bot } from '@roomtone/sdk/bots';

const drums = 9;
const [high, low] = [76, 77]; // wood blocks of General MIDI
const echoUs = 250_000;
const chordNoteUs = 150_000;

/** C, A minor, F, G. */
const chords = [
  [60, 64, 67],
  [57, 60, 64],
  [53, 57, 60],
  [55, 59, 62],
];

export function setUp(bot: Bot) {
  bot.onJoin((room) => {
    room.setPlayer({ instrument: 'Vibraphone' }).catch(console.error);
    room.chat('Hello! Play something, and I play along. !help says what else I can do.').catch(console.error);
    playAlong(room);
  });

  // People only, not the bot itself nor another one. Each of them gets one answer.
  const greeted = new Set();
  bot.onChat(async ({ message, userId, username }, room) => {
    if (greeted.has(userId) || !/\bhello\b/i.test(message)) return;
    greeted.add(userId);
    await room.chat(`Hello, ${username}!`);
  });

  bot.command('chords', {
    about: 'plays four chords, once or several times',
    takes: [{ name: 'times', kind: 'number', optional: true }],
    run: ({ room, given: { times = 1 } }) => {
      if (times < 1 || times > 4) return 'I play them one to four times.';
      playChords(room, Math.round(times));
    },
  });

  // Its state is there again after a restart.
  bot.command('click', {
    about: 'clicks with the metronome, or stops that',
    moderatorsOnly: true,
    run: async ({ room }) => {
      const clicks = !bot.state.get(`click ${room.info.roomId}`, true);
      await bot.state.set(`click ${room.info.roomId}`, clicks);
      return clicks ? 'I click while the metronome runs.' : 'I no longer click.';
    },
  });

  // Called a little ahead of each beat: a note sounds at its time.
  bot.onBeat(({ timeUs, beat }, room) => {
    if (!bot.state.get(`click ${room.info.roomId}`, true)) return;
    const key = beat === 1 ? high : low;
    room.noteOn(key, beat === 1 ? 110 : 80, { atUs: timeUs, channel: drums });
    room.noteOff(key, { atUs: timeUs + 50_000, channel: drums });
  });
}

/** Notes may be sent two seconds ahead, which is as long as the chords take. */
function playChords(room: Room, times = 1) {
  const startUs = room.serverNowUs() + 100_000;
  for (const [index, key] of chords.flat().entries()) {
    const atUs = startUs + index * chordNoteUs;
    room.noteOn(key, 80, { atUs });
    room.noteOff(key, { atUs: atUs + chordNoteUs * 0.9 });
  }
  if (times > 1) setTimeout(() => playChords(room, times - 1), (chords.flat().length * chordNoteUs) / 1_000);
}

/** Another player's keys come back an octave higher, a moment later. */
function playAlong(room: Room) {
  room.on('note', ({ participantId, type, key, velocity }) => {
    // Bots do not answer bots, nor play beyond the last key.
    if (room.participants.get(participantId)?.bot || key > 108) return;
    const [echo, atUs] = [key + 12, room.serverNowUs() + echoUs];
    if (type === 'noteOn') room.noteOn(echo, Math.max(1, velocity - 20), { atUs });
    else room.noteOff(echo, { atUs });
  });
}

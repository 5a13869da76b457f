// Deletes chat messages with words that a room does not want, and mutes who repeats them:
//   ROOMTONE_SERVER=https://… ROOMTONE_TOKEN=rtbot_… node moderation-bot.ts <words,with,commas> <invitation>
// The bot needs the scopes listen, chat and moderate, and the room's owner makes it a moderator: in the list of players, or by
// moderatorCalls(client, roomId).add('its name') of @roomtone/sdk/extras. So it works in private rooms, too.
import { onPeopleChat } from '@roomtone/sdk/extras';
import { inRoom, untilOver } from './enter.ts';

const unwanted = new Set((process.argv[2] ?? '').toLowerCase().split(','));
const muteSeconds = 60;

await inRoom(async ({ room }, signal) => {
  const warned = new Set<string>();
  onPeopleChat(room, async ({ messageId, userId, username, message }) => {
    const words = message.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    if (!words.some((word) => unwanted.has(word))) return;
    try {
      await room.moderation.deleteChat(messageId);
      if (warned.has(userId)) {
        await room.moderation.mute(
          { userId },
          { notes: false, seconds: muteSeconds, reason: 'Please mind your words.' },
        );
      }
      await room.chat(
        warned.has(userId) ? `${username} is muted for ${muteSeconds} s.` : `${username}, please mind your words.`,
      );
      warned.add(userId);
    } catch (error) {
      console.error(`Not moderated: ${error instanceof Error ? error.message : error}`);
    }
  });
  console.log(`Watching the chat of “${room.info.roomName}”.`);
  await untilOver(room, signal);
});

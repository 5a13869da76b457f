// Rising notes on a transparent page, as a browser source in OBS: index.html?invitation=…
import { RoomtoneClient } from '@roomtone/sdk';

interface Bar {
  readonly key: number;
  readonly color: string;
  readonly fromMs: number;
  toMs: number | undefined;
}

const [lowest, highest] = [21, 108];
const screenMs = 4_000; // from the bottom to the top
const link = new URLSearchParams(location.search).get('invitation') ?? '';
const room = await RoomtoneClient.forInvitation(link).joinInvitation(link);
const bars: Bar[] = [];

room.on('note', ({ participantId, type, key, playAtUs }) => {
  const atMs = performance.now() + (playAtUs - room.serverNowUs()) / 1_000;
  const { color = '#ffffff' } = room.participants.get(participantId) ?? {};
  if (type === 'noteOn') bars.push({ key, color, fromMs: atMs, toMs: undefined });
  else end(key, color, atMs);
});
room.on('notesReleased', ({ participantId }) => {
  const color = room.participants.get(participantId)?.color;
  for (const bar of bars) if (bar.color === color) bar.toMs ??= performance.now();
});

function end(key: number, color: string, atMs: number): void {
  const bar = bars.findLast((each) => each.key === key && each.color === color);
  if (bar !== undefined) bar.toMs ??= atMs;
}

const canvas = document.querySelector('canvas');
const context = canvas?.getContext('2d');

function draw(nowMs: number): void {
  requestAnimationFrame(draw);
  if (!canvas || !context) return;
  [canvas.width, canvas.height] = [innerWidth * devicePixelRatio, innerHeight * devicePixelRatio];
  const width = canvas.width / (highest - lowest + 1);
  const yOf = (ms: number) => canvas.height * (1 - (nowMs - ms) / screenMs);
  for (const { key, color, fromMs, toMs } of bars) {
    if (fromMs > nowMs) continue;
    const [top, bottom] = [yOf(fromMs), yOf(Math.min(toMs ?? nowMs, nowMs))];
    context.fillStyle = color;
    context.globalAlpha = 0.9;
    context.beginPath();
    context.roundRect((key - lowest) * width, top, width * 0.9, Math.max(4, bottom - top), width / 3);
    context.fill();
  }
  while (bars[0] !== undefined && yOf(bars[0].toMs ?? nowMs) < 0) bars.shift();
}
requestAnimationFrame(draw);

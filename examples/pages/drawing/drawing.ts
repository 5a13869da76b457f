// A drawing that everybody in the room makes together, over the falling notes: index.html?invitation=…
// Guests watch; those who sign in draw, in their colour, by pointer. Nothing is stored: each participant keeps their own lines.
import { type Room, RoomtoneClient } from '@roomtone/sdk';

/** Points as fractions of the page, two after another. */
type Line = number[];
interface Bar {
  readonly key: number;
  readonly participantId: number;
  readonly fromMs: number;
  toMs: number | undefined;
}

const [lowest, highest] = [21, 108];
const screenMs = 4_000; // from the top to the bottom
const sendMs = 50; // data may be sent 100 times a second, so points go in batches
const most = 65_535;
const link = new URLSearchParams(location.search).get('invitation') ?? '';
const client = RoomtoneClient.forInvitation(link);
const lines = new Map<number, Line[]>();
const cursors = new Map<number, readonly [number, number]>();
const bars: Bar[] = [];
let room = await enter();
let mine: Line[] = [];
let unsent: Line = [];

async function enter(): Promise<Room> {
  const entered = await client.joinInvitation(link);
  entered.on('note', ({ participantId, type, key, playAtUs }) => {
    const atMs = performance.now() + (playAtUs - entered.serverNowUs()) / 1_000;
    const sounding = bars.findLast((bar) => bar.key === key && bar.participantId === participantId);
    if (sounding !== undefined) sounding.toMs ??= atMs;
    if (type === 'noteOn') bars.push({ key, participantId, fromMs: atMs, toMs: undefined });
  });
  entered.on('notesReleased', ({ participantId }) => {
    for (const bar of bars) if (bar.participantId === participantId) bar.toMs ??= performance.now();
  });
  entered.on('data', ({ participantId, topic, data }) => {
    const of = lines.get(participantId) ?? [];
    lines.set(participantId, of);
    const points = pointsOf(data);
    if (topic === 'line/begin') of.push(points);
    else if (topic === 'line/more') of.at(-1)?.push(...points);
    else if (topic === 'cursor') cursors.set(participantId, [points[0] ?? 0, points[1] ?? 0]);
    else if (topic === 'wipe') lines.delete(participantId);
    else if (topic === 'please') void tellAll(participantId);
  });
  entered.on('participantJoined', ({ participantId }) => void tellAll(participantId));
  entered.on('participantLeft', ({ participant }) => {
    lines.delete(participant.participantId);
    cursors.delete(participant.participantId);
  });
  // Data that was sent meanwhile is lost: ask for all of it again.
  const missed = () => {
    lines.clear();
    void entered.sendData('please', new Uint8Array()).catch(() => {}); // a guest may not ask, and sees what comes from now on
  };
  entered.on('resumed', missed);
  entered.on('joined', missed);
  return entered;
}

/** Sends somebody all that was drawn here. */
async function tellAll(participantId: number): Promise<void> {
  if (mine.length === 0) return;
  const to = [participantId];
  await room.sendData('wipe', new Uint8Array(), { to });
  for (const line of mine) await room.sendData('line/begin', bytesOf(line), { to });
}

function bytesOf(points: Line): Uint8Array {
  const view = new DataView(new ArrayBuffer(points.length * 2));
  for (const [index, value] of points.entries()) view.setUint16(index * 2, value * most);
  return new Uint8Array(view.buffer);
}

function pointsOf({ buffer, byteOffset, byteLength }: Uint8Array): Line {
  const view = new DataView(buffer, byteOffset, byteLength);
  return Array.from({ length: byteLength >> 1 }, (_, index) => view.getUint16(index * 2) / most);
}

const [canvas] = document.getElementsByTagName('canvas');
const [form] = document.getElementsByTagName('form');
const wipe = document.querySelector<HTMLButtonElement>('.wipe');
const context = canvas?.getContext('2d');
const pointOf = ({ clientX, clientY }: PointerEvent) => [clientX / innerWidth, clientY / innerHeight] as const;
const mayDraw = () => !room.self.guest;

form?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const fields = new FormData(form);
  try {
    await client.login({ username: String(fields.get('username')), password: String(fields.get('password')) });
    await room.leave();
    room = await enter();
    form.hidden = true;
    if (wipe) wipe.hidden = false;
  } catch (error) {
    const [output] = form.getElementsByTagName('output');
    if (output) output.textContent = (error as Error).message;
  }
});
wipe?.addEventListener('click', () => {
  mine = [];
  void room.sendData('wipe', new Uint8Array());
});
canvas?.addEventListener('pointerdown', (event) => {
  if (!mayDraw()) return;
  canvas.setPointerCapture(event.pointerId);
  mine.push([...pointOf(event)]);
  void room.sendData('line/begin', bytesOf(mine.at(-1) ?? []));
});
canvas?.addEventListener('pointermove', (event) => {
  const line = event.buttons > 0 && mayDraw() ? mine.at(-1) : undefined;
  if (mayDraw()) cursor = pointOf(event);
  if (line === undefined || line.length > 8_000) return;
  line.push(...pointOf(event));
  unsent.push(...pointOf(event));
});
let cursor: readonly [number, number] | undefined;
setInterval(() => {
  if (unsent.length > 0) void room.sendData('line/more', bytesOf(unsent));
  unsent = [];
  // Only the newest position matters, so it may get lost.
  if (cursor !== undefined) void room.sendData('cursor', bytesOf([...cursor]), { lossy: true });
  cursor = undefined;
}, sendMs);

function draw(nowMs: number): void {
  requestAnimationFrame(draw);
  if (!canvas || !context) return;
  const [width, height] = [innerWidth * devicePixelRatio, innerHeight * devicePixelRatio];
  [canvas.width, canvas.height] = [width, height];
  const colorOf = (participantId: number) => room.participants.get(participantId)?.color ?? '#ffffff';
  const keyWidth = width / (highest - lowest + 1);
  const yOf = (ms: number) => ((nowMs - ms) / screenMs) * height;
  context.globalAlpha = 0.5;
  for (const { key, participantId, fromMs, toMs } of bars) {
    if (fromMs > nowMs) continue;
    const [top, bottom] = [yOf(Math.min(toMs ?? nowMs, nowMs)), yOf(fromMs)];
    context.fillStyle = colorOf(participantId);
    context.beginPath();
    context.roundRect((key - lowest) * keyWidth, top, keyWidth * 0.9, Math.max(4, bottom - top), keyWidth / 3);
    context.fill();
  }
  while (bars[0] !== undefined && yOf(bars[0].toMs ?? nowMs) > height) bars.shift();
  context.globalAlpha = 1;
  context.lineWidth = 3 * devicePixelRatio;
  context.lineCap = context.lineJoin = 'round';
  for (const [participantId, all] of [...lines, [room.self.participantId, mine] as const]) {
    context.strokeStyle = colorOf(participantId);
    for (const line of all) {
      context.beginPath();
      for (let at = 0; at < line.length; at += 2) context.lineTo((line[at] ?? 0) * width, (line[at + 1] ?? 0) * height);
      context.stroke();
    }
  }
  for (const [participantId, [x, y]] of cursors) {
    context.fillStyle = colorOf(participantId);
    context.beginPath();
    context.arc(x * width, y * height, 5 * devicePixelRatio, 0, 7);
    context.fill();
  }
}
requestAnimationFrame(draw);

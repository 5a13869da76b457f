import { limits } from '@roomtone/protocol';
import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react';
import { figure } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Slider } from '../../ui/slider.tsx';
import './avatar-dialog.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useParts } from '../../app/app-parts.ts';
import { profileKey } from '../../app/identity/use-profile.ts';
import { failureText } from '../../ui/failure-text.ts';
import { notify } from '../../ui/toast-store.ts';

/** Side of the preview and of the upload: twice what the server stores, which then scales it down. */
const sidePixels = limits.avatar.sidePixels * 2;
/** The distance that one press of an arrow key moves, as a part of the square's side. */
const keyStep = 0.04;

const ways: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const zooms: Readonly<Record<string, number>> = { '+': 0.25, '-': -0.25 };

interface AvatarDialogProps {
  readonly picture: ImageBitmap;
  readonly onClose: () => void;
}

/** Crops the user's avatar to a square and uploads it. */
export function AvatarDialog({ picture, onClose }: AvatarDialogProps) {
  const [crop, setCrop] = useState<Crop>(() => wholeCrop(picture));
  // State, because the dialog adds its content to the page only after this component's first effects.
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const { upload, part, failure, isBusy } = useAvatarUpload(onClose);
  const words = strings.account.picture;
  useEffect(() => draw(canvas, picture, crop), [canvas, picture, crop]);
  const move = (dx: number, dy: number) => setCrop((before) => moved(before, dx, dy, picture));
  const zoomTo = (zoom: number) => setCrop((before) => zoomed(before, zoom, picture));
  const zoom = zoomOf(crop, picture);
  return (
    <Dialog title={words.crop} description={words.cropHint} onClose={onClose} className="avatar-dialog">
      <div className="form">
        {/* biome-ignore lint/a11y/useSemanticElements: HTML has no element for a picture that moves within a frame */}
        <div
          className="crop"
          role="group"
          aria-label={words.section}
          aria-roledescription={words.cropRole}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move what is in it
          tabIndex={0}
          onKeyDown={(event) => onKey(event, { move, zoomTo, zoom, step: crop.side * keyStep })}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={(event) => {
            const scale = crop.side / event.currentTarget.clientWidth;
            if (isHeld(event)) move(-event.movementX * scale, -event.movementY * scale);
          }}
        >
          <canvas ref={setCanvas} width={sidePixels} height={sidePixels} />
        </div>
        <Slider
          label={words.zoom}
          min={1}
          max={maxZoom}
          step={0.1}
          value={zoom}
          neutral={1}
          text={`${figure(zoom, 1)} ×`}
          onChange={zoomTo}
        />
        <div className="upload-progress">{isBusy && <ProgressBar label={words.uploading} value={part} />}</div>
        {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
        <div className="form-actions">
          <Button size="large" onClick={onClose}>
            {strings.ui.cancel}
          </Button>
          <Button
            kind="main"
            size="large"
            busy={isBusy}
            onClick={() => canvas?.toBlob((blob) => blob && upload(blob), 'image/png')}
          >
            {words.use}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface Moves {
  readonly move: (dx: number, dy: number) => void;
  readonly zoomTo: (zoom: number) => void;
  readonly zoom: number;
  readonly step: number;
}

function onKey(event: KeyboardEvent, { move, zoomTo, zoom, step }: Moves): void {
  const way = ways[event.key];
  const change = zooms[event.key];
  if (way !== undefined) move(way[0] * step, way[1] * step);
  else if (change !== undefined) zoomTo(zoom + change);
  else return;
  event.preventDefault();
}

function isHeld(event: PointerEvent): boolean {
  return event.currentTarget.hasPointerCapture(event.pointerId);
}

function draw(canvas: HTMLCanvasElement | null, picture: ImageBitmap, { x, y, side }: Crop): void {
  const context = canvas?.getContext('2d');
  if (!context) return;
  context.imageSmoothingQuality = 'high';
  context.clearRect(0, 0, sidePixels, sidePixels);
  context.drawImage(picture, x - side / 2, y - side / 2, side, side, 0, 0, sidePixels, sidePixels);
}

/** Uploads the user's avatar. @param onDone is called after the upload. */
function useAvatarUpload(onDone: () => void) {
  const { client } = useParts();
  const queries = useQueryClient();
  const [part, setPart] = useState<number | null>(null);
  const { mutate, error, isPending } = useMutation({
    mutationFn: (picture: Blob) => client.call('uploadAvatar', { picture }, setPart),
    onMutate: () => setPart(null),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: profileKey });
      notify(strings.account.picture.changed);
      onDone();
    },
  });
  const failure = error === null ? undefined : failureText(error);
  return { upload: mutate, part, failure, isBusy: isPending };
}

/** The square that is cut from a picture: its centre and side, in the picture's pixels. */
interface Crop {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The square's side is at least the picture's shorter side divided by this. */
export const maxZoom = 8;

/** The largest square, centred. */
export function wholeCrop({ width, height }: Size): Crop {
  return { x: width / 2, y: height / 2, side: Math.min(width, height) };
}

/** Moves the square by this many pixels of the picture, but not outside it. */
export function moved(crop: Crop, dx: number, dy: number, size: Size): Crop {
  return inside({ ...crop, x: crop.x + dx, y: crop.y + dy }, size);
}

/** @param zoom 1 for the largest square, to `maxZoom`. */
export function zoomed(crop: Crop, zoom: number, size: Size): Crop {
  const side = Math.min(size.width, size.height) / Math.min(maxZoom, Math.max(1, zoom));
  return inside({ ...crop, side }, size);
}

export function zoomOf(crop: Crop, { width, height }: Size): number {
  return Math.min(width, height) / crop.side;
}

function inside({ x, y, side }: Crop, { width, height }: Size): Crop {
  const half = side / 2;
  return { x: within(x, half, width - half), y: within(y, half, height - half), side };
}

function within(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

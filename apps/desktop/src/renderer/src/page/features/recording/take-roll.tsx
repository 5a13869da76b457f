import { useEffect, useRef } from 'react';
import { playerColors } from '../../playing/stage/player-appearance.ts';
import { useRecordingParts } from './recording-parts.ts';
import type { Take } from './take.ts';
import type { RollNote } from './take-roll-notes.ts';

const [width, height] = [104, 32];
const unknownColor = '#b7b7b7';

/** A small piano roll of a take, in a colour for each player. The text beside it says who plays. */
export function TakeRoll({ take }: { readonly take: Take }) {
  const { recordings } = useRecordingParts();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isGone = false;
    const show = (notes: readonly RollNote[]) => {
      if (!isGone && canvas.current !== null) draw(canvas.current, notes);
    };
    // Without a picture the row is as useful.
    recordings.rollOf(take).then(show, () => {});
    return () => {
      isGone = true;
    };
  }, [recordings, take]);
  return <canvas ref={canvas} className="take-roll" style={{ width, height }} />;
}

function draw(canvas: HTMLCanvasElement, notes: readonly RollNote[]): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  const scale = Math.min(2, window.devicePixelRatio);
  canvas.width = width * scale;
  canvas.height = height * scale;
  context.scale(scale, scale);
  const keys = notes.map(({ key }) => key);
  const low = Math.min(...keys) - 2;
  const range = Math.max(24, Math.max(...keys) + 2 - low);
  for (const { track, key, start, end } of notes) {
    context.fillStyle = playerColors[track % playerColors.length]?.color ?? unknownColor;
    const y = height - ((key - low) / range) * height;
    context.fillRect(start * width, y - 1, Math.max(1, (end - start) * width), 2);
  }
}

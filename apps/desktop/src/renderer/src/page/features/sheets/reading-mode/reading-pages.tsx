import { type PointerEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { roomStrings } from '../../../room-strings.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ChordLines } from '../chord-page.tsx';
import type { PageProps } from '../page-frame.tsx';
import type { ChordSheet, NoteSheet } from '../reading/sheet.ts';
import { transposeSheet } from '../reading/transpose.ts';
import { useSheetParts } from '../sheet-parts.ts';
import { useSheet } from '../sheet-store.ts';
import { ChordReading } from './chord-reading.ts';
import { NoteReading } from './note-reading.ts';
import { useReadingChoices } from './reading-mode-store.ts';

type ReadingProps = Pick<PageProps, 'follow' | 'onPlace'>;

/** The pages of a sheet in notes. */
export function NotePages({ sheet, follow, onPlace }: ReadingProps & { readonly sheet: NoteSheet }) {
  const { sheets } = useSheetParts();
  const { size, byHalf } = useReadingChoices();
  const staves = useSheet((state) => state.staves);
  const pitch = useSheet((state) => state.pitch);
  const root = useRef<HTMLDivElement>(null);
  const reading = useRef<NoteReading>(undefined);
  const [hasFailed, setFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is reported wherever it is shown
  useEffect(() => {
    if (root.current === null) return;
    setFailed(false);
    const view = { staves, pitch };
    const made = new NoteReading({
      ...{ root: root.current, sheets, sheet, view, size, byHalf, onPlace },
      onFailed: () => setFailed(true),
    });
    return showIn(reading, made, sheets, follow);
  }, [sheets, sheet, staves, pitch, size, byHalf, follow]);
  useFollowedStart(follow);
  return (
    <Windows ref={root} name={sheet.title} reading={reading}>
      {hasFailed && <Notice tone="bad">{roomStrings.sheets.notDrawn}</Notice>}
    </Windows>
  );
}

/** The pages of words with chords. */
export function ChordPages({ sheet, follow, onPlace }: ReadingProps & { readonly sheet: ChordSheet }) {
  const { sheets } = useSheetParts();
  const { size, byHalf } = useReadingChoices();
  const transposition = useSheet((state) => state.transposition);
  const root = useRef<HTMLDivElement>(null);
  const reading = useRef<ChordReading>(undefined);
  const { sections } = useMemo(() => transposeSheet(sheet, transposition), [sheet, transposition]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another size or key is another drawing
  useEffect(() => {
    if (root.current === null) return;
    return showIn(reading, new ChordReading({ root: root.current, sheets, byHalf, onPlace }), sheets, follow);
  }, [sheets, sections, size, byHalf, follow]);
  useFollowedStart(follow);
  const lines = (
    <div className="chords" style={{ '--zoom': size }}>
      <ChordLines sheet={sheet} sections={sections} />
    </div>
  );
  return <Windows ref={root} name={sheet.title} reading={reading} content={lines} />;
}

interface Reading {
  turn(by: 1 | -1): void;
  follow(): void;
  startAt(x: number, y: number): void;
  stop(): void;
}

/** The returned function ends it. */
function showIn<Kind extends Reading>(
  held: RefObject<Kind | undefined>,
  reading: Kind,
  sheets: { pages: unknown },
  follow: PageProps['follow'],
): () => void {
  held.current = reading;
  sheets.pages = reading;
  follow.current = () => reading.follow();
  return () => {
    reading.stop();
    sheets.pages = undefined;
    follow.current = () => {};
  };
}

/** Another start is another place, also while nothing moves. */
function useFollowedStart(follow: PageProps['follow']): void {
  const startAt = useSheet((state) => state.startAt);
  const startBeat = useSheet((state) => state.startBeat);
  useEffect(() => {
    if (startAt >= 0 && startBeat >= 0) follow.current();
  }, [startAt, startBeat, follow]);
}

interface WindowsProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly name: string;
  readonly reading: RefObject<Reading | undefined>;
  readonly content?: ReactNode;
  readonly children?: ReactNode;
}

/** A finger that moves further swipes, px. */
const swipePx = 40;
/** Taps in the outer parts turn, as a share of the width. */
const edge = 0.3;

/** Two windows onto one drawing. */
function Windows({ ref, name, reading, content, children }: WindowsProps) {
  const from = useRef<{ readonly x: number; readonly y: number }>(undefined);
  const end = ({ clientX: x, clientY: y, currentTarget }: PointerEvent<HTMLElement>) => {
    const began = from.current;
    from.current = undefined;
    if (began === undefined) return;
    const [moved, sideways] = [Math.hypot(x - began.x, y - began.y), x - began.x];
    if (Math.abs(sideways) >= swipePx && Math.abs(sideways) > moved * 0.7) {
      reading.current?.turn(sideways < 0 ? 1 : -1);
      return;
    }
    if (moved >= swipePx / 2) return;
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = (x - left) / width;
    if (share < edge) reading.current?.turn(-1);
    else if (share > 1 - edge) reading.current?.turn(1);
    else reading.current?.startAt(x, y);
  };
  return (
    <div className="reading-area">
      {children}
      <section
        className="reading-pages"
        // The keys that turn pages reach it, and screen readers find it.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
        tabIndex={0}
        aria-label={roomStrings.reading.pages}
        onPointerDown={(event) => {
          from.current = event.isPrimary && event.button === 0 ? { x: event.clientX, y: event.clientY } : undefined;
        }}
        onPointerUp={end}
        onPointerCancel={() => {
          from.current = undefined;
        }}
      >
        <div ref={ref} className="reading-windows" role="img" aria-label={name || roomStrings.sheets.title}>
          {[0, 1].map((window) => (
            <div key={window} className="reading-window" aria-hidden={window === 1}>
              <div className="reading-clip">
                <div className="reading-strip">{content}</div>
              </div>
            </div>
          ))}
        </div>
      </section>
    </div>
  );
}

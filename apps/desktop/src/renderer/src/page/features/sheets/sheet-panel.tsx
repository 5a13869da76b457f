import { serviceLimits } from '@roomtone/protocol';
import {
  BookOpen,
  ChevronLeft,
  ChevronRight,
  GraduationCap,
  Maximize2,
  Minimize2,
  X,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { usePlayingParts } from '../../playing/playing-parts.ts';
import { roomStrings } from '../../room-strings.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ChordControls, ChordPage } from './chord-page.tsx';
import { kilobytes } from './kilobytes.ts';
import { NoteControls } from './note-controls.tsx';
import { NotePage } from './note-page.tsx';
import { placeText } from './place-text.ts';
import { useReadingMode } from './reading-mode/reading-mode-store.ts';
import { type ReadingSlots, useSheetParts } from './sheet-parts.ts';
import { type HeldSheet, useSheet, zooms } from './sheet-store.ts';
import './sheets.css';

const words = roomStrings.sheets;

const ReadingMode = lazy(async () => ({
  default: (await import('./reading-mode/reading-mode.tsx')).ReadingMode,
}));

interface SheetPanelProps {
  /** Further controls, such as sharing. */
  readonly extra: ReactNode;
  readonly reading: ReadingSlots;
}

/** The open sheet, with the bar where the music is. */
export function SheetPanel({ extra, reading }: SheetPanelProps) {
  const isReadingMode = useReadingMode((state) => state.isOn);
  const sheet = useSheet((state) => state.sheet);
  const isReading = useSheet((state) => state.isReading);
  const isTall = useSheet((state) => state.isTall);
  const problem = useSheet((state) => state.problem);
  const tooLarge = useSheet((state) => state.tooLarge);
  const held = useSheet((state) => state.held);
  if (sheet !== undefined && isReadingMode) {
    return (
      <Suspense>
        <ReadingMode sheet={sheet} slots={reading} />
      </Suspense>
    );
  }
  if (sheet === undefined && !isReading && problem === undefined && held === undefined) return null;
  return (
    <section className="sheet" aria-label={words.title} data-size={sheet !== undefined && isTall ? 'tall' : undefined}>
      {problem !== undefined && (
        <Problem text={words.problems[problem]} onDismiss={() => useSheet.setState({ problem: undefined })} />
      )}
      {tooLarge !== undefined && (
        <Problem
          text={words.tooLargeToShare({ kilobytes: kilobytes(tooLarge), most: kilobytes(serviceLimits.sheet.bytes) })}
          onDismiss={() => useSheet.setState({ tooLarge: undefined })}
        />
      )}
      {held !== undefined && <Held held={held} />}
      {isReading && <Notice>{words.reading}</Notice>}
      {sheet !== undefined && <Open extra={extra} />}
    </section>
  );
}

function Problem({ text, onDismiss }: { readonly text: string; readonly onDismiss: () => void }) {
  return (
    <div className="sheet-problem">
      <Notice tone="bad">{text}</Notice>
      <IconButton label={words.dismiss} onClick={onDismiss}>
        <X />
      </IconButton>
    </div>
  );
}

/** Somebody else's sheet waits: it may take a while, or it has ended the page before. */
function Held({ held }: { readonly held: HeldSheet }) {
  const { sheets } = useSheetParts();
  return (
    <div className="sheet-problem">
      <Notice>{words.held[held.reason]({ title: held.name })}</Notice>
      <Button onClick={() => void sheets.openHeld()}>{words.held.open}</Button>
      <IconButton label={words.dismiss} onClick={() => useSheet.setState({ held: undefined })}>
        <X />
      </IconButton>
    </div>
  );
}

function Open({ extra }: { readonly extra: ReactNode }) {
  const { sheets } = useSheetParts();
  const sheet = useSheet((state) => state.sheet);
  const zoom = useSheet((state) => state.zoom);
  const isTall = useSheet((state) => state.isTall);
  const counter = useRef<HTMLSpanElement>(null);
  const follow = useRef(() => {});
  const { beats } = usePlayingParts();
  useEffect(() => beats.listen(() => follow.current()), [beats]);
  if (sheet === undefined) return null;
  const { sheet: content, played, name } = sheet;
  const isChords = content.kind === 'chords';
  const step = (by: number) => {
    sheets.step(by);
    follow.current();
  };
  const zoomBy = (by: number) =>
    useSheet.setState({ zoom: Math.round(Math.min(zooms.most, Math.max(zooms.least, zoom + by)) * 10) / 10 });
  const showPlace = (index: number) => {
    const text = placeText(content, index);
    if (counter.current !== null && counter.current.textContent !== text) counter.current.textContent = text;
  };
  const close = () => {
    sheets.close();
    // In the practice room it opens a file itself.
    document.querySelector<HTMLElement>('.sheets-button, [accept^=".musicxml"]')?.focus();
  };
  const page = { follow, onPlace: showPlace, onStep: step };
  return (
    <>
      <header className="sheet-bar">
        <h2 className="sheet-title">
          <bdi>{content.title || name}</bdi>
          {content.composer !== '' && (
            <span className="muted">
              <bdi>{content.composer}</bdi>
            </span>
          )}
        </h2>
        <div className="sheet-controls">
          <IconButton label={isChords ? words.previousLine : words.previousBar} onClick={() => step(-1)}>
            <ChevronLeft />
          </IconButton>
          <span ref={counter} className="sheet-counter muted" />
          <IconButton label={isChords ? words.nextLine : words.nextBar} onClick={() => step(1)}>
            <ChevronRight />
          </IconButton>
        </div>
        {content.kind === 'chords' ? <ChordControls sheet={content} /> : <NoteControls sheet={content} />}
        {played !== undefined && (
          <Button kind="quiet" aria-label={words.practice} onClick={() => sheets.practice()}>
            <GraduationCap />
            <span className="pill-word">{words.practice}</span>
          </Button>
        )}
        {extra !== undefined && extra !== false && <div className="sheet-extra">{extra}</div>}
        <div className="sheet-controls">
          <IconButton
            className="sheet-zoom"
            label={words.smaller}
            disabled={zoom <= zooms.least}
            onClick={() => zoomBy(-zooms.step)}
          >
            <ZoomOut />
          </IconButton>
          <IconButton
            className="sheet-zoom"
            label={words.larger}
            disabled={zoom >= zooms.most}
            onClick={() => zoomBy(zooms.step)}
          >
            <ZoomIn />
          </IconButton>
          <IconButton
            className="open-reading"
            label={roomStrings.reading.open}
            onClick={() => useReadingMode.setState({ isOn: true })}
          >
            <BookOpen />
          </IconButton>
          <IconButton
            label={isTall ? words.lower : words.taller}
            onClick={() => useSheet.setState({ isTall: !isTall })}
          >
            {isTall ? <Minimize2 /> : <Maximize2 />}
          </IconButton>
          <IconButton className="sheet-close" label={words.close} onClick={close}>
            <X />
          </IconButton>
        </div>
      </header>
      {content.kind === 'chords' ? <ChordPage {...page} sheet={content} /> : <NotePage {...page} sheet={content} />}
    </>
  );
}

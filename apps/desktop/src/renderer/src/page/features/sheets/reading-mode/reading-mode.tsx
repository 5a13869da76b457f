import { useMutation } from '@tanstack/react-query';
import { Bell, ChevronLeft, ChevronRight, Piano, SkipForward, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { usePlayingParts } from '../../../playing/playing-parts.ts';
import { roomStrings } from '../../../room-strings.ts';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useTheme } from '../../../ui/theme.ts';
import { useToasts } from '../../../ui/toast-store.ts';
import { placeText } from '../place-text.ts';
import type { PieceActs } from '../set-list-panel.tsx';
import { entryBeside, useSetList } from '../set-list-store.ts';
import { type ReadingSlots, useSheetParts } from '../sheet-parts.ts';
import type { OpenSheet } from '../sheet-store.ts';
import { LookOfThePage } from './look-of-the-page.tsx';
import { useReadingChoices, useReadingMode } from './reading-mode-store.ts';
import { ChordPages, NotePages } from './reading-pages.tsx';
import { TimeOfDay } from './time-of-day.tsx';
import './reading-mode.css';

const words = roomStrings.reading;

interface ReadingModeProps {
  readonly sheet: OpenSheet;
  readonly slots: ReadingSlots;
}

/** The sheet on the whole screen, in pages. Nothing covers it: notices wait, and everything else is a tap away. */
export function ReadingMode({ sheet, slots }: ReadingModeProps) {
  const { sheets } = useSheetParts();
  const { beats } = usePlayingParts();
  const hasPiano = useReadingMode((state) => state.hasPiano);
  const chosen = useReadingChoices((state) => state.paper);
  const theme = useTheme((state) => state.theme);
  const counter = useRef<HTMLSpanElement>(null);
  const follow = useRef(() => {});
  const { sheet: content, name } = sheet;
  useEffect(() => beats.listen(() => follow.current()), [beats]);
  useEffect(holdToasts, []);
  useEffect(fillScreen, []);
  useEffect(leaveByEscape, []);
  const showPlace = (index: number) => {
    const text = placeText(content, index);
    if (counter.current !== null && counter.current.textContent !== text) counter.current.textContent = text;
  };
  const page = { follow, onPlace: showPlace };
  return (
    <section
      className="sheet reading"
      aria-label={roomStrings.sheets.title}
      data-paper={chosen ?? theme}
      data-piano={hasPiano ? '' : undefined}
    >
      <header className="reading-bar">
        <IconButton
          // The button that opened it is gone.
          autoFocus
          label={words.close}
          onClick={leave}
        >
          <X />
        </IconButton>
        <h2 className="sheet-title">
          <bdi>{content.title || name}</bdi>
        </h2>
        <IconButton label={words.previous} onClick={() => sheets.pages?.turn(-1)}>
          <ChevronLeft />
        </IconButton>
        <span ref={counter} className="sheet-counter muted" />
        <IconButton label={words.next} onClick={() => sheets.pages?.turn(1)}>
          <ChevronRight />
        </IconButton>
        <span className="reading-tools">
          <LookOfThePage sheet={content} />
          <IconButton
            label={words.piano}
            aria-pressed={hasPiano}
            onClick={() => useReadingMode.setState({ hasPiano: !hasPiano })}
          >
            <Piano />
          </IconButton>
          {slots.tools}
          <WaitingNotices />
        </span>
        <NextPiece {...slots} />
        <TimeOfDay />
      </header>
      {content.kind === 'chords' ? <ChordPages {...page} sheet={content} /> : <NotePages {...page} sheet={content} />}
    </section>
  );
}

function leave(): void {
  useReadingMode.setState({ isOn: false });
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.open-reading')?.focus());
}

/** Names the next piece, and opens it where the user keeps the set list. */
function NextPiece({ acts, mayKeep }: PieceActs) {
  const next = useSetList((state) => entryBeside(state, 1));
  const opening = useMutation({ mutationFn: (entryId: string) => acts.openEntry(entryId) });
  if (next === undefined) return null;
  return (
    <div className="reading-next">
      <p className="muted">
        <bdi>{words.nextPiece({ title: next.title })}</bdi>
      </p>
      <FailureNotice error={opening.error ?? undefined} />
      {mayKeep && (
        <IconButton
          label={words.openNext({ title: next.title })}
          disabled={opening.isPending}
          onClick={() => opening.mutate(next.entryId)}
        >
          <SkipForward />
        </IconButton>
      )}
    </div>
  );
}

/** Notices that came while somebody reads. */
function WaitingNotices() {
  const count = useToasts((state) => state.entries.length);
  const areHeld = useToasts((state) => state.areHeld);
  useEffect(() => {
    if (count === 0) useToasts.setState({ areHeld: true });
  }, [count]);
  if (count === 0 || !areHeld) return null;
  return (
    <IconButton
      className="reading-notices"
      label={words.waiting({ count })}
      onClick={() => useToasts.setState({ areHeld: false })}
    >
      <Bell />
    </IconButton>
  );
}

function holdToasts(): () => void {
  useToasts.setState({ areHeld: true });
  return () => useToasts.setState({ areHeld: false });
}

/** Covers what the browser shows around the page, too, where the user wants that and it is possible. */
function fillScreen(): () => void {
  const root = document.documentElement;
  const follow = () => {
    const { fillsScreen = matchMedia('(pointer: coarse)').matches } = useReadingChoices.getState();
    if (fillsScreen && document.fullscreenElement === null) root.requestFullscreen?.().catch(() => {});
    if (!fillsScreen) exit();
  };
  const exit = () => {
    if (document.fullscreenElement === root) document.exitFullscreen().catch(() => {});
  };
  follow();
  const stop = useReadingChoices.subscribe((now, before) => now.fillsScreen !== before.fillsScreen && follow());
  return () => {
    stop();
    exit();
  };
}

/** Unless Escape closes something that is open over the page. */
function leaveByEscape(): () => void {
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    const { target } = event;
    if (target instanceof Element && target.closest('input, textarea, [role=dialog], [role=menu], aside') !== null)
      return;
    leave();
  };
  window.addEventListener('keydown', handleKey);
  return () => window.removeEventListener('keydown', handleKey);
}

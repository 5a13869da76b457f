import { type KeyboardEvent, type MouseEvent, type ReactNode, type RefObject, useEffect } from 'react';
import { roomStrings } from '../../room-strings.ts';
import { useSheetParts } from './sheet-parts.ts';

/** The state that a page of a sheet shares with the controls above it. */
export interface PageProps {
  /** The page puts the function there that shows where the music is. */
  readonly follow: RefObject<() => void>;
  readonly onPlace: (index: number) => void;
  /** Moves by bars or lines. */
  readonly onStep: (by: number) => void;
}

/** The last line stays in sight, as a share of the height. */
const shareOfTurn = 0.85;

interface FrameProps extends Pick<PageProps, 'onStep'> {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly onClick: (event: MouseEvent) => void;
  readonly children: ReactNode;
}

/** Scrolls a page. The arrow keys move to another bar or line, as clicking does. */
export function PageFrame({ ref, onStep, onClick, children }: FrameProps) {
  const { sheets } = useSheetParts();
  useEffect(() => {
    const turn = (by: number) => ref.current?.scrollBy({ top: by * ref.current.clientHeight * shareOfTurn });
    sheets.pages = { turn };
    return () => {
      sheets.pages = undefined;
    };
  }, [sheets, ref]);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onStep(by);
  };
  return (
    <section
      ref={ref}
      className="sheet-scroll"
      // A region that scrolls takes the focus, so that the keyboard can scroll it.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
      tabIndex={0}
      aria-label={roomStrings.sheets.page}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      {children}
    </section>
  );
}

/** Scrolls so that something is in sight, in the upper part. */
export function keepInSight(scroll: HTMLElement, top: number, height: number): void {
  const isSeen = top >= scroll.scrollTop && top + height <= scroll.scrollTop + scroll.clientHeight;
  if (isSeen) return;
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  scroll.scrollTo({ top: Math.max(0, top - scroll.clientHeight * 0.08), behavior: isStill ? 'auto' : 'smooth' });
}

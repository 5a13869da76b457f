import type { KeyboardEvent, MouseEvent, ReactNode, Ref, RefObject } from 'react';
import { strings } from '../../strings.ts';

/** The state that a page of a sheet shares with the controls above it. */
export interface PageProps {
  /** The page puts the function there that shows where the music is. */
  readonly follow: RefObject<() => void>;
  readonly onPlace: (index: number) => void;
  /** Moves by bars or lines. */
  readonly onStep: (by: number) => void;
}

interface FrameProps extends Pick<PageProps, 'onStep'> {
  readonly ref: Ref<HTMLDivElement>;
  readonly onClick: (event: MouseEvent) => void;
  readonly children: ReactNode;
}

/** Scrolls a page. The arrow keys move to another bar or line, as clicking does. */
export function PageFrame({ ref, onStep, onClick, children }: FrameProps) {
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
      aria-label={strings.sheets.page}
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

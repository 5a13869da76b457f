import type { LyricLine } from '@roomtone/smf';
import { useEffect, useRef, useState } from 'react';
import { strings } from '../../strings.ts';
import { type SungPlace, sungPlace } from './sung-place.ts';
import './lyrics.css';

interface LyricsProps {
  readonly lyrics: readonly LyricLine[];
  /** Returns the position in the song, µs at its own tempo. */
  readonly positionUs: () => number;
}

/** The lines of a song, and the syllable that is being sung. */
export function Lyrics({ lyrics, positionUs }: LyricsProps) {
  const place = useSungPlace(lyrics, positionUs);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const line = list.current?.children[Math.max(0, place.line)];
    if (!(line instanceof HTMLElement) || list.current === null) return;
    // Not scrollIntoView, which would scroll the page, too.
    list.current.scrollTo({ top: line.offsetTop - (list.current.clientHeight - line.clientHeight) / 2 });
  }, [place.line]);
  return (
    <ol
      ref={list}
      className="lyrics"
      aria-label={strings.playback.lyrics}
      // Lines that have been sung can be scrolled to by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      tabIndex={0}
    >
      {lyrics.map((line, index) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other identity, and never change their order
          key={index}
          line={line}
          syllable={index === place.line ? place.syllable : undefined}
        />
      ))}
    </ol>
  );
}

/** @param syllable the one that is being sung, -1 before the first; undefined if it is not the current line. */
function Line({ line, syllable }: { readonly line: LyricLine; readonly syllable: number | undefined }) {
  const isCurrent = syllable !== undefined;
  return (
    <li className="lyric-line" data-verse={line.startsVerse || undefined} aria-current={isCurrent || undefined}>
      <bdi>
        {isCurrent
          ? line.syllables.map(({ text }, index) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                key={index}
                className="lyric-syllable"
                data-sung={index === syllable ? 'now' : index < syllable ? 'before' : undefined}
              >
                {text}
              </span>
            ))
          : line.syllables.map(({ text }) => text).join('')}
      </bdi>
    </li>
  );
}

/** Renders when the line or the syllable changes, not with each frame. */
function useSungPlace(lyrics: readonly LyricLine[], positionUs: () => number): SungPlace {
  const [place, setPlace] = useState<SungPlace>(() => sungPlace(lyrics, positionUs()));
  const position = useRef(positionUs);
  position.current = positionUs;
  useEffect(() => {
    let frame = requestAnimationFrame(function next() {
      const now = sungPlace(lyrics, position.current());
      setPlace((before) => (before.line === now.line && before.syllable === now.syllable ? before : now));
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [lyrics]);
  return place;
}

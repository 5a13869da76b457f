import { SlidersHorizontal } from 'lucide-react';
import { type MouseEvent, useEffect, useMemo, useRef } from 'react';
import { roomStrings } from '../../room-strings.ts';
import { signed } from '../../strings/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Select } from '../../ui/select.tsx';
import { keepInSight, PageFrame, type PageProps } from './page-frame.tsx';
import type { ChordLine, ChordSection, ChordSheet } from './reading/sheet.ts';
import { transposeSheet } from './reading/transpose.ts';
import { useSheetParts } from './sheet-parts.ts';
import { useSheet } from './sheet-store.ts';

const words = roomStrings.sheets;
const transpositions = [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6] as const;
const barsPerLine = [1, 2, 4, 8] as const;

/** Moves the chords, and says how long a line lasts. */
export function ChordControls({ sheet }: { readonly sheet: ChordSheet }) {
  const transposition = useSheet((state) => state.transposition);
  const bars = useSheet((state) => state.barsPerLine);
  const { musicalKey } = sheet;
  const nameOf = (by: number) => {
    const shift = by === 0 ? words.asWritten : signed(by);
    return musicalKey === '' ? shift : `${transposeSheet({ ...sheet, sections: [] }, by).musicalKey} (${shift})`;
  };
  return (
    <Popover
      label={words.chords}
      isTitled
      align="end"
      className="chord-controls"
      trigger={
        <Button kind="quiet" aria-label={words.chords}>
          <SlidersHorizontal />
          <span className="pill-word">{transposition === 0 ? words.chords : nameOf(transposition)}</span>
        </Button>
      }
    >
      <Select
        label={words.transpose}
        value={transposition}
        options={transpositions.map((value) => ({ value, name: nameOf(value) }))}
        onChange={(event) => useSheet.setState({ transposition: Number(event.target.value) })}
      />
      <Select
        label={words.barsPerLine}
        value={bars}
        options={barsPerLine.map((value) => ({ value, name: String(value) }))}
        onChange={(event) => useSheet.setState({ barsPerLine: Number(event.target.value) })}
      />
    </Popover>
  );
}

/** A page of words with chords over them, with the current line. React renders for no bar. */
export function ChordPage({ sheet, follow, onPlace, onStep }: PageProps & { readonly sheet: ChordSheet }) {
  const { sheets } = useSheetParts();
  const transposition = useSheet((state) => state.transposition);
  const startAt = useSheet((state) => state.startAt);
  const startBeat = useSheet((state) => state.startBeat);
  const bars = useSheet((state) => state.barsPerLine);
  const zoom = useSheet((state) => state.zoom);
  const scroll = useRef<HTMLDivElement>(null);
  const { sections } = useMemo(() => transposeSheet(sheet, transposition), [sheet, transposition]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the line is found by its place
  useEffect(() => {
    const show = () => {
      const { index, isMoving } = sheets.place();
      const line = scroll.current?.querySelector<HTMLElement>(`[data-line="${index}"]`);
      onPlace(index);
      if (line === undefined || line === null || scroll.current === null) return;
      line.dataset['moving'] = String(isMoving);
      if (line.getAttribute('aria-current') === 'true') return;
      for (const old of scroll.current.querySelectorAll('[aria-current]')) old.removeAttribute('aria-current');
      line.setAttribute('aria-current', 'true');
      keepInSight(scroll.current, line.offsetTop, line.offsetHeight);
    };
    follow.current = show;
    show();
    let frame = requestAnimationFrame(function next() {
      if (sheets.surroundings.position(undefined)?.isMoving === true) show();
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [sheet, sections, startAt, startBeat, bars, zoom]);

  const onClick = ({ target }: MouseEvent) => {
    const line = target instanceof Element ? target.closest<HTMLElement>('[data-line]') : null;
    if (line === null) return;
    sheets.startAtWritten(Number(line.dataset['line']));
    follow.current();
  };
  return (
    <PageFrame ref={scroll} onStep={onStep} onClick={onClick}>
      <div className="chords" style={{ '--zoom': zoom }}>
        <ChordLines sheet={sheet} sections={sections} />
      </div>
    </PageFrame>
  );
}

interface ChordLinesProps {
  readonly sheet: Pick<ChordSheet, 'capo'>;
  readonly sections: readonly ChordSection[];
}

/** All lines; those with words have their number, counted through all sections. */
export function ChordLines({ sheet, sections }: ChordLinesProps) {
  const firstLines = useMemo(() => firstLinesOf(sections), [sections]);
  return (
    <>
      {sheet.capo !== undefined && <p className="muted">{words.capo({ fret: sheet.capo })}</p>}
      {sections.map((section, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections have no other identity, and never change their order
        <Section key={index} section={section} firstLine={firstLines[index] ?? 0} />
      ))}
    </>
  );
}

/** Lines with words are counted through all sections. */
function firstLinesOf(sections: readonly ChordSection[]): readonly number[] {
  let count = 0;
  return sections.map(({ lines }) => {
    const first = count;
    count += lines.filter(({ kind }) => kind === 'words').length;
    return first;
  });
}

function Section({ section, firstLine }: { readonly section: ChordSection; readonly firstLine: number }) {
  const name = section.label || (section.kind === 'other' ? '' : words.sections[section.kind]);
  let line = firstLine;
  return (
    <section className="chord-section" data-kind={section.kind}>
      {name !== '' && (
        <h3>
          <bdi>{name}</bdi>
        </h3>
      )}
      {section.lines.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Line key={index} line={each} number={each.kind === 'words' ? line++ : undefined} />
      ))}
    </section>
  );
}

function Line({ line, number }: { readonly line: ChordLine; readonly number: number | undefined }) {
  if (line.kind === 'fixed') return <pre className="chord-fixed">{line.text}</pre>;
  if (line.kind === 'comment') return <p className="chord-comment">{line.text}</p>;
  return (
    <p className="chord-line" data-line={number}>
      {line.pieces.map(({ chord, words: text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <span key={index} className="chord-piece">
          <b className="chord-name">{chord === '' ? '' : `${chord} `}</b>
          <span>{text === '' ? ' ' : text}</span>
        </span>
      ))}
    </p>
  );
}

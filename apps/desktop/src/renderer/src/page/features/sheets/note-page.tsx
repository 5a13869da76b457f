import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { roomStrings } from '../../room-strings.ts';
import { Notice } from '../../ui/notice.tsx';
import { createRenderer, drawnBy, placeMark, settledMs, zoomIn } from './draw-notes.ts';
import type { Drawing, Renderer } from './drawing.ts';
import { NoteMarks } from './note-marks.ts';
import { keepInSight, PageFrame, type PageProps } from './page-frame.tsx';
import { PracticeMarks } from './practice-marks.ts';
import type { NoteSheet } from './reading/sheet.ts';
import type { PracticedNote } from './sheet-controller.ts';
import { useSheetParts } from './sheet-parts.ts';
import { useSheet } from './sheet-store.ts';

/** A page in notes, with the current bar and the notes that sound. React renders for neither. */
export function NotePage({ sheet, follow, onPlace, onStep }: PageProps & { readonly sheet: NoteSheet }) {
  const { sheets } = useSheetParts();
  const zoom = useSheet((state) => state.zoom);
  const startAt = useSheet((state) => state.startAt);
  const startBeat = useSheet((state) => state.startBeat);
  const staves = useSheet((state) => state.staves);
  const pitch = useSheet((state) => state.pitch);
  const scroll = useRef<HTMLDivElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const now = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing>(undefined);
  const [renderer, setRenderer] = useState<Renderer>();
  const [hasFailed, setFailed] = useState(false);
  const marks = useRef(new NoteMarks()).current;
  const practiceMarks = useRef(new PracticeMarks()).current;

  useEffect(() => {
    const element = document.createElement('div');
    page.current?.replaceChildren(element);
    let isGone = false;
    setRenderer(undefined);
    setFailed(false);
    createRenderer(element, sheet).then(
      (made) => isGone || setRenderer(made),
      () => isGone || setFailed(true),
    );
    return () => {
      isGone = true;
      drawing.current = undefined;
    };
  }, [sheet]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another start is another place
  useEffect(() => {
    let isDrawing = false;
    let isGone = false;
    /** One page at a time; what is wanted meanwhile is looked at afterwards. */
    const draw = async (measure: number) => {
      if (isDrawing || renderer === undefined) return;
      isDrawing = true;
      const wanted = zoomIn(page.current?.clientWidth ?? 0, zoom);
      let draw: (() => Promise<Drawing>) | undefined = () => renderer.draw(measure, wanted, { staves, pitch });
      drawing.current = undefined;
      while (draw !== undefined && !isGone) {
        const drawn: Drawing | undefined = await drawnBy(draw, sheets);
        if (isGone) break;
        // The old page stays if the next one cannot be drawn.
        if (drawn === undefined && drawing.current === undefined) setFailed(true);
        draw = drawn?.more;
        drawing.current = drawn ?? drawing.current;
        isDrawing = draw !== undefined;
        show();
        showPractice();
      }
      isDrawing = false;
    };
    const show = () => {
      const { index, isMoving } = sheets.place();
      const measure = sheet.order[index] ?? 0;
      if (renderer === undefined) return;
      const shown = drawing.current;
      if (shown === undefined || measure < shown.from || measure >= shown.to) void draw(measure);
      const box = drawing.current?.boxes.get(measure);
      if (now.current !== null) placeMark(now.current, box, isMoving);
      if (box !== undefined && scroll.current !== null) keepInSight(scroll.current, box.top, box.height);
      marks.show(drawing.current, measure, sheets.surroundings.sounding());
      onPlace(index);
    };
    let practiced: readonly PracticedNote[] = [];
    const played = useSheet.getState().sheet?.played;
    const showPractice = () => {
      const paper = page.current?.parentElement;
      if (paper) practiceMarks.show(paper, drawing.current, sheet, played?.startsUs ?? [], practiced);
    };
    const stopPractice = sheets.surroundings.onPracticed(played, (notes) => {
      practiced = notes;
      showPractice();
    });
    follow.current = show;
    drawing.current = undefined;
    show();
    const stopListening = sheets.surroundings.onSounding(show);
    let frame = requestAnimationFrame(function next() {
      // The file that plays has no beats to follow.
      if (sheets.surroundings.position(useSheet.getState().sheet?.played)?.isMoving === true) show();
      frame = requestAnimationFrame(next);
    });
    let settling: ReturnType<typeof setTimeout> | undefined;
    let width = page.current?.clientWidth;
    const observer = new ResizeObserver(() => {
      if (page.current === null || page.current.clientWidth === width) return;
      width = page.current.clientWidth;
      clearTimeout(settling);
      settling = setTimeout(() => {
        drawing.current = undefined;
        show();
      }, settledMs);
    });
    if (page.current !== null) observer.observe(page.current);
    return () => {
      isGone = true;
      stopListening();
      stopPractice();
      cancelAnimationFrame(frame);
      clearTimeout(settling);
      observer.disconnect();
    };
  }, [renderer, zoom, sheet, staves, pitch]);
  useEffect(() => {
    if (startAt >= 0 && startBeat >= 0) follow.current();
  }, [startAt, startBeat, follow]);

  const onClick = (event: MouseEvent) => {
    const origin = page.current?.getBoundingClientRect();
    if (origin === undefined) return;
    const [x, y] = [event.clientX - origin.left, event.clientY - origin.top];
    for (const [measure, { left, top, width, height }] of drawing.current?.boxes ?? []) {
      if (x < left || y < top || x > left + width || y > top + height) continue;
      sheets.startAtWritten(measure);
      follow.current();
      return;
    }
  };
  return (
    <PageFrame ref={scroll} onStep={onStep} onClick={onClick}>
      {hasFailed ? (
        <Notice tone="bad">{roomStrings.sheets.notDrawn}</Notice>
      ) : (
        renderer === undefined && <Notice>{roomStrings.sheets.drawing}</Notice>
      )}
      <div className="sheet-paper">
        <div ref={now} className="sheet-now" aria-hidden="true" />
        <div ref={page} className="sheet-page" role="img" aria-label={sheet.title || roomStrings.sheets.title} />
      </div>
    </PageFrame>
  );
}

import { useEffect, useRef } from 'react';
import type { MonitoredMessage } from '../../playing/input/midi-monitor.ts';
import { usePlayingParts } from '../../playing/playing-parts.ts';
import { strings } from '../../strings.ts';

const shown = 14;

/** Shows the messages of MIDI keyboards as they arrive, without rendering. */
export function MonitorView() {
  const { monitor } = usePlayingParts();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    let frame = 0;
    const write = () => {
      frame = 0;
      if (list.current !== null) writeRows(list.current, monitor.messages.slice(0, shown));
    };
    const stop = monitor.watch(() => {
      if (frame === 0) frame = requestAnimationFrame(write);
    });
    write();
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [monitor]);
  return (
    <section className="monitor" aria-label={strings.keyboard.monitor}>
      <h3>{strings.keyboard.monitor}</h3>
      <ol ref={list} data-empty={strings.keyboard.nothingArrived} />
    </section>
  );
}

function writeRows(list: HTMLElement, messages: readonly MonitoredMessage[]): void {
  while (list.childElementCount < messages.length) list.append(newRow());
  for (const [index, { channel, kind, value, device }] of messages.entries()) {
    const cells = [channel === undefined ? '' : String(channel), kind, value, device];
    const row = list.children[index];
    for (const [at, text] of cells.entries()) {
      const cell = row?.children[at];
      if (cell !== undefined && cell.textContent !== text) cell.textContent = text;
    }
  }
}

function newRow(): HTMLElement {
  const row = document.createElement('li');
  for (let cell = 0; cell < 4; cell++) row.append(document.createElement('span'));
  return row;
}

import { MessageCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { histogramOf, leastNotes, type Timing } from '../../../contract/timing-analysis.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { useRecordingParts } from './recording-parts.ts';
import type { Take } from './take.ts';
import './timing-view.css';

const bins = 24;
const limitUs = 60_000;

/** How the user played to the click in a take: nobody else sees it unless they share it. */
export function TimingView({ take }: { readonly take: Take }) {
  const { recordings } = useRecordingParts();
  const [timing, setTiming] = useState<Timing | 'none'>();
  const words = strings.takeTiming;
  useEffect(() => {
    let isCurrent = true;
    void recordings.timingOf(take).then((found) => isCurrent && setTiming(found ?? 'none'));
    return () => {
      isCurrent = false;
    };
  }, [recordings, take]);
  if (timing === undefined) return null;
  if (timing === 'none') return <p className="muted timing-none">{words.tooFew({ least: leastNotes })}</p>;
  const summary = summaryOf(timing);
  return (
    <section className="take-timing" aria-label={words.title({ name: take.name })}>
      <p className="take-timing-main">{summary}</p>
      <p className="muted">
        {words.details({ notes: timing.count, grid: words.subdivisions[timing.subdivision] })}
        {timing.leftOut > 0 && ` ${words.leftOut({ count: timing.leftOut })}`} {driftText(timing)}
      </p>
      <div className="take-timing-pictures">
        <Histogram timing={timing} />
        <Trend timing={timing} />
      </div>
      <p className="muted take-timing-note">{words.limits}</p>
      <p className="take-timing-private">
        <span className="muted">{words.isPrivate}</span>
        {recordings.canShare && (
          <Button onClick={() => void recordings.say(words.chatLine({ summary }))}>
            <MessageCircle />
            {words.share}
          </Button>
        )}
      </p>
    </section>
  );
}

function summaryOf({ medianUs, spreadUs }: Timing): string {
  const ms = Math.round(medianUs / 1_000);
  const words = strings.takeTiming;
  const spread = Math.max(1, Math.round(spreadUs / 1_000));
  if (ms === 0) return words.onTime({ spread });
  return ms < 0 ? words.early({ ms: -ms, spread }) : words.late({ ms, spread });
}

function driftText({ driftUs }: Timing): string {
  const ms = Math.round(driftUs / 1_000);
  const words = strings.takeTiming;
  if (Math.abs(ms) < 3) return words.steady;
  return ms > 0 ? words.slower({ ms }) : words.faster({ ms: -ms });
}

/** How many notes are how early or late. */
function Histogram({ timing }: { readonly timing: Timing }) {
  const counts = histogramOf(timing.distancesUs, bins, limitUs);
  const most = Math.max(...counts);
  const words = strings.takeTiming;
  return (
    <figure>
      <svg viewBox={`0 0 ${bins} 10`} preserveAspectRatio="none" role="img" aria-label={words.histogram}>
        {counts.map((count, index) => {
          const height = (count / most) * 10;
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place.
          return <rect key={index} x={index + 0.1} y={10 - height} width={0.8} height={height} />;
        })}
        <line x1={bins / 2} x2={bins / 2} y1={0} y2={10} vectorEffect="non-scaling-stroke" />
      </svg>
      <Ends start={words.earlyEnd} end={words.lateEnd} />
    </figure>
  );
}

/** The medians over the take: above the line is late. */
function Trend({ timing }: { readonly timing: Timing }) {
  const words = strings.takeTiming;
  const points = timing.trendUs.flatMap((distanceUs, index) => {
    if (distanceUs === undefined) return [];
    const y = 5 - (Math.max(-limitUs, Math.min(limitUs, distanceUs)) / limitUs) * 5;
    return [`${index + 0.5},${y}`];
  });
  return (
    <figure>
      <svg viewBox={`0 0 ${timing.trendUs.length} 10`} preserveAspectRatio="none" role="img" aria-label={words.trend}>
        <line x1={0} x2={timing.trendUs.length} y1={5} y2={5} vectorEffect="non-scaling-stroke" />
        <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
      </svg>
      <Ends start={words.begin} end={words.end} />
    </figure>
  );
}

function Ends({ start, end }: { readonly start: string; readonly end: string }) {
  return (
    <figcaption className="muted">
      <span>{start}</span>
      <span>{end}</span>
    </figcaption>
  );
}

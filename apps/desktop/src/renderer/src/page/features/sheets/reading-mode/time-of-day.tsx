import { BatteryCharging, BatteryMedium } from 'lucide-react';
import { useEffect, useState } from 'react';
import { roomStrings } from '../../../room-strings.ts';
import { percent, timeText } from '../../../strings/formats.ts';

const minuteMs = 60_000;

/** The time of day, and the battery where the browser tells it. */
export function TimeOfDay() {
  const now = useMinute();
  const battery = useBattery();
  return (
    <p className="reading-time">
      {battery !== undefined && (
        <span className="reading-battery" data-low={battery.level < 0.2 && !battery.charging ? '' : undefined}>
          {battery.charging ? <BatteryCharging /> : <BatteryMedium />}
          <span className="visually-hidden">{roomStrings.reading.battery}</span>
          {percent(battery.level)}
        </span>
      )}
      <time>{timeText(now)}</time>
    </p>
  );
}

/** Changes when the minute does. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), minuteMs - (now % minuteMs));
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}

interface Battery {
  readonly level: number;
  readonly charging: boolean;
}

interface BatteryNavigator {
  /** Only some browsers have it, and TypeScript does not know it. */
  readonly getBattery?: () => Promise<EventTarget & Battery>;
}

function useBattery(): Battery | undefined {
  const [battery, setBattery] = useState<Battery>();
  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    (navigator as BatteryNavigator).getBattery?.().then(
      (found) => {
        const tell = () => signal.aborted || setBattery({ level: found.level, charging: found.charging });
        tell();
        found.addEventListener('levelchange', tell, { signal });
        found.addEventListener('chargingchange', tell, { signal });
      },
      () => {},
    );
    return () => gone.abort();
  }, []);
  return battery;
}

import { useTitle } from '../use-title.ts';
import { ControlSamples } from './control-samples.tsx';
import { FieldSamples } from './field-samples.tsx';
import { OverlaySamples } from './overlay-samples.tsx';
import { ServerSample } from './server-sample.tsx';
import { StateSamples } from './state-samples.tsx';
import './components-screen.css';

const themes = ['dark', 'light'] as const;

/** Every shared component in every state, by lamp light and by daylight: to look at while one works on them. */
export function ComponentsScreen() {
  useTitle('Components');
  return (
    <main className="showcase">
      <h1 className="visually-hidden">Components</h1>
      {themes.map((theme) => (
        <section key={theme} className="showcase-theme" data-theme={theme} aria-label={theme}>
          <ControlSamples />
          <FieldSamples />
          <OverlaySamples />
          <StateSamples />
          <ServerSample />
        </section>
      ))}
    </main>
  );
}

import type { ReactNode } from 'react';
import { useTitle } from '../../ui/use-title.ts';
import { ControlSamples } from './control-samples.tsx';
import { FieldSamples } from './field-samples.tsx';
import { OverlaySamples } from './overlay-samples.tsx';
import { Sample } from './sample.tsx';
import { StateSamples } from './state-samples.tsx';
import './components-screen.css';

const themes = ['dark', 'light'] as const;

/** Every shared component in every state, in the dark and the light theme, for working on them. */
export function ComponentsScreen({ serverSample }: { readonly serverSample: ReactNode }) {
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
          <Sample name="Choosing a server">{serverSample}</Sample>
        </section>
      ))}
    </main>
  );
}

import type { ReactNode } from 'react';
import { useTitle } from '../../ui/use-title.ts';
import { ControlSamples } from './control-samples.tsx';
import { FieldSamples } from './field-samples.tsx';
import { OverlaySamples } from './overlay-samples.tsx';
import { Sample } from './sample.tsx';
import './components-screen.css';
import { Users } from 'lucide-react';
import { CallError } from '../../../contract/call-error.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { EmptyState, ErrorState, LoadingState, Skeleton } from '../../ui/states.tsx';

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

const failure = new CallError({ code: 'SERVER_ERROR', message: '', details: {}, problem: 'unreachable' });

function StateSamples() {
  return (
    <>
      <Sample name="Notice">
        <Notice>You were signed out. Please sign in again.</Notice>
        <Notice tone="bad">Can’t reach the server. Try again in a moment.</Notice>
      </Sample>
      <Sample name="Empty">
        <EmptyState icon={<Users />} title="No friends yet" hint="Add someone you have played with.">
          <Button kind="main" size="large">
            Find somebody
          </Button>
        </EmptyState>
      </Sample>
      <Sample name="Error">
        <ErrorState error={failure} onRetry={() => {}} />
      </Sample>
      <Sample name="Loading">
        <LoadingState />
        <Skeleton lines={3} />
      </Sample>
    </>
  );
}

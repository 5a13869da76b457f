import { Component, type ReactNode } from 'react';
import { strings } from '../strings.ts';
import { Button } from './button.tsx';
import { EmptyState } from './states.tsx';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

/** Keeps a screen that crashed from breaking the others. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <EmptyState level={1} title={strings.frame.broken} hint={strings.frame.brokenHint}>
        <Button kind="main" size="large" onClick={() => location.reload()}>
          {strings.frame.reload}
        </Button>
      </EmptyState>
    );
  }
}

import type { ReactNode } from 'react';
import { strings } from '../strings.ts';
import { Button } from './button.tsx';
import { failureText } from './failure-text.ts';
import './states.css';

interface EmptyStateProps {
  readonly title: string;
  /** 1 if it replaces the whole screen. */
  readonly level?: 1 | 2;
  /** Says what to do about it. */
  readonly hint?: string | undefined;
  readonly icon?: ReactNode;
  /** Buttons and links. */
  readonly children?: ReactNode;
}

/** Shown in place of an empty list: the reason, and what to do next. */
export function EmptyState({ title, level = 2, hint, icon, children }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="state" role="status">
      {icon}
      <Heading>{title}</Heading>
      {hint !== undefined && <p className="muted">{hint}</p>}
      {children !== undefined && <div className="state-actions">{children}</div>}
    </div>
  );
}

interface ErrorStateProps {
  readonly error: unknown;
  /** Tries again; if it is missing, no button is shown. */
  readonly onRetry?: (() => void) | undefined;
  readonly title?: string;
}

/** Shown in place of content that failed to load: what happened, and a button to retry. */
export function ErrorState({ error, onRetry, title = strings.ui.failed }: ErrorStateProps) {
  return (
    <div className="state" role="alert">
      <h2>{title}</h2>
      <p className="muted">{failureText(error)}</p>
      {onRetry !== undefined && (
        <div className="state-actions">
          <Button size="large" onClick={onRetry}>
            {strings.ui.again}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Shown while content loads. The text appears only after a moment, so that fast loading does not flash. */
export function LoadingState({ text = strings.ui.loading }: { readonly text?: string }) {
  return (
    <div className="state loading" role="status">
      <p>{text}</p>
    </div>
  );
}

/** A placeholder for content. @param lines the number of text lines. */
export function Skeleton({ lines = 1 }: { readonly lines?: number }) {
  return (
    <span className="skeleton" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its index
        <i key={line} />
      ))}
    </span>
  );
}

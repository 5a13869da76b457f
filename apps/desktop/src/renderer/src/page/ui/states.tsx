import type { ReactNode } from 'react';
import { strings } from '../strings.ts';
import { Button } from './button.tsx';
import { failureText } from './failure-text.ts';
import './states.css';

interface EmptyStateProps {
  readonly title: string;
  /** 1 where it stands in place of the whole screen. */
  readonly level?: 1 | 2;
  /** What one can do about it. */
  readonly hint?: string | undefined;
  readonly icon?: ReactNode;
  /** Buttons and links. */
  readonly children?: ReactNode;
}

/** In place of a list with nothing in it: why, and what to do next. */
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
  /** Tries again; without it there is no such button. */
  readonly onRetry?: (() => void) | undefined;
  readonly title?: string;
}

/** In place of what could not be had: what happened, and a way to try again. */
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

/** In place of what is under way; its words appear only when it takes a while, since what is over at once should not flash. */
export function LoadingState({ text = strings.ui.loading }: { readonly text?: string }) {
  return (
    <div className="state loading" role="status">
      <p>{text}</p>
    </div>
  );
}

/** Where something will stand. @param lines how many lines of text it will have. */
export function Skeleton({ lines = 1 }: { readonly lines?: number }) {
  return (
    <span className="skeleton" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is nothing but its place
        <i key={line} />
      ))}
    </span>
  );
}

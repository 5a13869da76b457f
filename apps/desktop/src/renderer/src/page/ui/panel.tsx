import { type ReactNode, useId } from 'react';
import './panel.css';

interface PanelProps {
  readonly title: string;
  /** A sentence below the title. */
  readonly hint?: string | undefined;
  /** Next to the title. */
  readonly action?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** One section of a screen, with a title. */
export function Panel({ title, hint, action, className = '', children }: PanelProps) {
  const id = useId();
  return (
    <section className={`panel ${className}`} aria-labelledby={id}>
      <div className="panel-title">
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {hint !== undefined && <p className="muted panel-hint">{hint}</p>}
      {children}
    </section>
  );
}

interface ScreenHeadProps {
  readonly title: ReactNode;
  readonly lead?: ReactNode;
  /** Actions. */
  readonly children?: ReactNode;
}

/** The title of a screen, above everything else on it. */
export function ScreenHead({ title, lead, children }: ScreenHeadProps) {
  return (
    <header className="screen-head">
      <div>
        <h1>{title}</h1>
        {lead !== undefined && <p className="muted">{lead}</p>}
      </div>
      {children}
    </header>
  );
}

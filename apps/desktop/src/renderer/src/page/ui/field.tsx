import { type ReactNode, useId } from 'react';

/** What ties a control to its label and to the words below it. */
export interface FieldLinks {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

export interface FieldWords {
  readonly label: string;
  /** What is wrong with it, and what to do. */
  readonly error?: string | undefined;
  /** Words that help before anything is wrong. */
  readonly hint?: string | undefined;
  /** row: the label stands before the control; bare: only those who listen have it. */
  readonly layout?: 'stacked' | 'row' | 'bare' | undefined;
}

interface FieldProps extends FieldWords {
  readonly children: (links: FieldLinks) => ReactNode;
}

/** A control with its label above, and below it what helps or what is wrong. */
export function Field({ label, error, hint, layout = 'stacked', children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={layout === 'row' ? 'field row' : 'field'}>
      <label className={layout === 'bare' ? 'visually-hidden' : 'field-label'} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': note === undefined ? undefined : noteId,
      })}
      {note !== undefined && (
        <p id={noteId} className={error === undefined ? 'field-hint' : 'field-error'} role={error && 'alert'}>
          {note}
        </p>
      )}
    </div>
  );
}

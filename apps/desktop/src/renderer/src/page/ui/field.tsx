import { type ReactNode, useId } from 'react';

/** Links a control to its label and to the text below it. */
interface FieldLinks {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

export interface FieldWords {
  readonly label: string;
  /** Says what is wrong, and what to do. */
  readonly error?: string | undefined;
  /** Help that is shown while nothing is wrong. */
  readonly hint?: string | undefined;
  /** row: the label is next to the control. bare: the label is for screen readers only. */
  readonly layout?: 'stacked' | 'row' | 'bare' | undefined;
}

interface FieldProps extends FieldWords {
  readonly children: (links: FieldLinks) => ReactNode;
}

/** A control with its label above, and the hint or error below. */
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

import { type FormEvent, useState } from 'react';
import { failureText, fieldIssues } from './failure-text.ts';

interface FormState {
  readonly isBusy: boolean;
  /** What is wrong with each field, by the server's names. */
  readonly issues: Readonly<Record<string, string>>;
  /** What is wrong with no field in particular. */
  readonly failure: string | undefined;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/**
 * Sends a form and keeps what the server found wrong with it.
 * @param fields the names the form has fields for.
 * @param failureOf words for a failure, in place of the usual ones.
 */
export function useForm(
  send: (values: FormData) => Promise<void>,
  fields: readonly string[],
  failureOf: (error: unknown) => string = failureText,
): FormState {
  const [isBusy, setBusy] = useState(false);
  const [issues, setIssues] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string>();
  return {
    isBusy,
    issues,
    failure,
    onSubmit: (event) => {
      event.preventDefault();
      const form = event.currentTarget;
      setBusy(true);
      send(new FormData(form))
        .then(
          () => {
            setIssues({});
            setFailure(undefined);
          },
          (error: unknown) => {
            const found = fieldIssues(error);
            const isPlaced = Object.keys(found).some((field) => fields.includes(field));
            setIssues(found);
            setFailure(isPlaced ? undefined : failureOf(error));
            const first = fields.find((field) => found[field] !== undefined);
            if (first !== undefined) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
          },
        )
        .finally(() => setBusy(false));
    },
  };
}

/** A text field's value. */
export function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value : '';
}

import { useState } from 'react';
import { type DefaultValues, type FieldValues, get, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import { fieldIssues } from './failure-text.ts';

interface ServerFormOptions<Values extends FieldValues> {
  /** One per field; fields have the server's names, nested ones as in its JSON. */
  readonly defaultValues: DefaultValues<Values>;
  /** Problems that the server reports only once others are solved, by field: shown together with those. */
  readonly check?: (values: Values) => Readonly<Record<string, string>>;
  /** @throws {CallError} whose field errors are shown at the fields. */
  readonly send: (values: Values) => Promise<void>;
}

export interface ServerForm<Values extends FieldValues> extends UseFormReturn<Values> {
  readonly isBusy: boolean;
  /** A failure that belongs to no field, for FailureNotice; undefined for none. */
  readonly failure: unknown;
  /** For the form's onSubmit. */
  readonly submit: (event?: React.BaseSyntheticEvent) => Promise<void>;
  /** The error text of a field. */
  readonly errorOf: (field: Path<Values>) => string | undefined;
}

/** A form that the server validates; the first invalid field gets the focus. */
export function useServerForm<Values extends FieldValues>(options: ServerFormOptions<Values>): ServerForm<Values> {
  const { defaultValues, send, check } = options;
  const form = useForm<Values>({ defaultValues });
  const [failure, setFailure] = useState<unknown>();
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined);
    try {
      await send(values);
    } catch (error) {
      const placed = placedIssues(defaultValues, { ...check?.(values), ...fieldIssues(error) });
      for (const [index, [field, message]] of placed.entries()) {
        // The server's name was found among the fields.
        form.setError(field as Path<Values>, { type: 'server', message }, { shouldFocus: index === 0 });
      }
      if (placed.length === 0) setFailure(error);
    }
  });
  const errorOf = (field: Path<Values>) => {
    const found: { readonly message?: string } | undefined = get(errors, field);
    return found?.message === '' ? undefined : found?.message;
  };
  return { ...form, isBusy: isSubmitting, failure, submit, errorOf };
}

/** The issues of a form's fields, in the order of the fields. */
export function placedIssues(fields: object, issues: Readonly<Record<string, string>>): [string, string][] {
  const names = Object.keys(fields);
  const place = (field: string) => names.indexOf(field.split('.', 1)[0] ?? '');
  return Object.entries(issues)
    .filter(([field]) => get(fields, field) !== undefined)
    .sort(([a], [b]) => place(a) - place(b));
}

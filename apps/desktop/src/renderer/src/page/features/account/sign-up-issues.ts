import { strings } from '../../strings.ts';

interface SignUpValues {
  readonly email: string;
  readonly password: string;
  readonly confirmPassword: string;
}

/**
 * Problems of a sign-up that the server finds only in a second round, once each field by itself is valid.
 * @param needsEmail true if the host wants one from everybody.
 */
export function signUpIssues(values: SignUpValues, needsEmail: boolean): Readonly<Record<string, string>> {
  return {
    ...(needsEmail && values.email.trim() === '' && { email: strings.issues.required({}) ?? '' }),
    ...(values.password !== values.confirmPassword && { confirmPassword: strings.issues.mismatch({}) ?? '' }),
  };
}

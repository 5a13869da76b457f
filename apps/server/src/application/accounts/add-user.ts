import { type FieldIssue, RoomtoneError } from '@roomtone/protocol';
import { RegisterBody } from '@roomtone/protocol/rest';
import { bodyProblems } from '../schema-validation.ts';
import { type RegistrationDeps, registerUser } from './registration.ts';

/**
 * Makes an account in the name of whoever runs the server, also where registration is closed.
 * @returns what is wrong, as for a registration; nothing when it is done.
 */
export async function addUser(
  deps: Omit<RegistrationDeps, 'config'>,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<readonly FieldIssue[]> {
  const body: RegisterBody = { username, password, confirm_password: password };
  const problems = bodyProblems(RegisterBody, body);
  if (problems.length > 0) return problems;
  try {
    // The host can be asked in person, which is what an email is for.
    await registerUser({ ...deps, config: { email: 'optional' } }, body);
    return [];
  } catch (error) {
    const { errors } = error instanceof RoomtoneError ? (error.details as { errors?: readonly FieldIssue[] }) : {};
    if (errors === undefined) throw error;
    return errors;
  }
}

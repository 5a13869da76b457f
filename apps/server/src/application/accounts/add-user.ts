import { type FieldIssue, RoomtoneError } from '@roomtone/protocol';
import { type AddUserBody, RegisterBody } from '@roomtone/protocol/rest';
import { bodyProblems } from '../schema-validation.ts';
import { type RegistrationDeps, registerUser } from './registration.ts';

/**
 * Creates an account on behalf of the host, even if registration is closed.
 * @returns the problems, as for a registration; empty if the account was created.
 */
export async function addUser(
  deps: Omit<RegistrationDeps, 'config'>,
  account: AddUserBody,
): Promise<readonly FieldIssue[]> {
  const body: RegisterBody = { ...account, confirm_password: account.password };
  const problems = bodyProblems(RegisterBody, body);
  if (problems.length > 0) return problems;
  try {
    // The email address is for recovering an account; these users can ask the host in person.
    await registerUser({ ...deps, config: { email: 'optional', password: 'required' } }, body);
    return [];
  } catch (error) {
    const { errors } = error instanceof RoomtoneError ? (error.details as { errors?: readonly FieldIssue[] }) : {};
    if (errors === undefined) throw error;
    return errors;
  }
}

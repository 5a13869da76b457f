/** The host's setting for the second factor of admins. */
export type AdminSecondFactor = 'required' | 'optional';

interface Holder {
  readonly roles: readonly string[];
  readonly hasSecondFactor?: true | undefined;
}

/** The roles of a user that count: without a second factor nobody acts as an admin where the host requires one (S23.11). */
export function activeRoles(user: Holder, rule: AdminSecondFactor): readonly string[] {
  return lacksSecondFactor(user, rule) ? user.roles.filter((role) => role !== 'admin') : user.roles;
}

/** True for an admin who has to set up a second factor before the role counts. */
function lacksSecondFactor({ roles, hasSecondFactor }: Holder, rule: AdminSecondFactor): boolean {
  return rule === 'required' && hasSecondFactor !== true && roles.includes('admin');
}

import type { roles as english } from '../english/roles.ts';

export const roles: typeof english = { member: 'Mitglied', pro: 'Pro', moderator: 'Moderator', admin: 'Admin' };

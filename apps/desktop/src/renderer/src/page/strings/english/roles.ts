/** The roles an account can have, as the server names them. */
export const roles = { member: 'Member', pro: 'Pro', moderator: 'Moderator', admin: 'Admin' };

// REST bodies, queries and views: the server validates with them, and the SDK takes its types from them.
export * from './account.ts';
export * from './audit.ts';
export * from './auth.ts';
export * from './billing.ts';
export * from './connections.ts';
export * from './email.ts';
export * from './envelope.ts';
export * from './friends.ts';
export * from './health.ts';
export * from './invitations.ts';
export * from './passkeys.ts';
export * from './reach.ts';
export * from './rooms.ts';
export * from './scrape.ts';
export * from './second-factor.ts';
export * from './server.ts';
export * from './users.ts';

// Every endpoint of the API: a request that succeeds, and one for each refusal that is particular to the endpoint.
import { authEndpoints } from './endpoints/auth.ts';
import { billingEndpoints } from './endpoints/billing.ts';
import type { Endpoint } from './endpoints/endpoint.ts';
import { friendsEndpoints } from './endpoints/friends.ts';
import { profileEndpoints } from './endpoints/profile.ts';
import { roomUseEndpoints } from './endpoints/room-use.ts';
import { roomsEndpoints } from './endpoints/rooms.ts';
import { serviceEndpoints } from './endpoints/service.ts';
import { usersEndpoints } from './endpoints/users.ts';
import { webhookEndpoints } from './endpoints/webhooks.ts';

export const endpoints: readonly Endpoint[] = [
  ...authEndpoints,
  ...profileEndpoints,
  ...usersEndpoints,
  ...friendsEndpoints,
  ...roomsEndpoints,
  ...roomUseEndpoints,
  ...billingEndpoints,
  ...serviceEndpoints,
  ...webhookEndpoints,
];

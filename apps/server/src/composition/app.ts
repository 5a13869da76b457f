import { Registry } from 'prom-client';
import { createSharpAvatarMaker } from '../adapters/avatars/sharp-avatar-maker.ts';
import { createLazyPageFetcher } from '../adapters/page-fetcher/lazy-page-fetcher.ts';
import type { ConfiguredPayments } from '../adapters/payments/configured-payments.ts';
import { createProfanityMask } from '../adapters/profanity-mask.ts';
import type { RecentReads } from '../adapters/sqlite/recent-reads.ts';
import { type StorageCondition, soundStorage } from '../adapters/sqlite/storage-condition.ts';
import type { TlsIdentity } from '../adapters/tls/certificate.ts';
import { createAccessTokens } from '../adapters/tokens/access-tokens.ts';
import type { Keys } from '../adapters/tokens/keys.ts';
import { rememberTokens } from '../adapters/tokens/recent-tokens.ts';
import { createRefreshTokens } from '../adapters/tokens/refresh-tokens.ts';
import { createTickets } from '../adapters/tokens/tickets.ts';
import { createLoginLock } from '../application/accounts/login-lock.ts';
import { createSessions } from '../application/accounts/sessions.ts';
import { createBilling } from '../application/billing/billing.ts';
import { tellOfSubscription } from '../application/billing/subscription-news.ts';
import type { UsageMeter } from '../application/hosting/usage-meter.ts';
import { PacedWork } from '../application/paced-work.ts';
import { createRealtimeCounters } from '../application/realtime-counters.ts';
import { createRoom } from '../application/rooms/create-room.ts';
import { RestrictionEnds } from '../application/rooms/restriction-ends.ts';
import { deleteRoom, updateRoom } from '../application/rooms/update-room.ts';
import { createFriends } from '../application/social/friends.ts';
import type { Config } from '../config/config.ts';
import { apiReference, collectReference } from '../http/openapi/api-reference.ts';
import { createExplanation } from '../http/pages/explanation.ts';
import { webClient } from '../http/pages/web-client.ts';
import { createOriginCheck } from '../http/plugins/addresses.ts';
import { createAuthentication } from '../http/plugins/authentication.ts';
import { createClientFacing, createProxyTrust } from '../http/plugins/client-facing.ts';
import { crossOrigin } from '../http/plugins/cors.ts';
import { checkDeprecation } from '../http/plugins/deprecation.ts';
import { drainOnClose } from '../http/plugins/drain.ts';
import { handleErrors, refuseUnrouted } from '../http/plugins/error-handler.ts';
import { admitRequests, createNaming, takeThrough } from '../http/plugins/every-request.ts';
import { forgetEmptyBody } from '../http/plugins/json-bodies.ts';
import { createRateCounter } from '../http/plugins/rate-counter.ts';
import { createRateLimits } from '../http/plugins/rate-limits.ts';
import { createSecurityHeaders } from '../http/plugins/security-headers.ts';
import { createServer, type LogTarget, logAnswers, type ServerTimes, serverTimes } from '../http/plugins/server.ts';
import type { App } from '../http/plugins/server-types.ts';
import { sparingly } from '../http/plugins/sparingly.ts';
import { createUpgradeRules } from '../http/plugins/upgrade-rules.ts';
import { type ApiVersions, apiVersions } from '../http/plugins/versions.ts';
import { authRoutes } from '../http/routes/auth/auth-routes.ts';
import { billingHttp } from '../http/routes/billing/billing.ts';
import { healthRoutes, type Probe } from '../http/routes/health/health-route.ts';
import { logMetrics } from '../http/routes/health/log-metrics.ts';
import { measureAnswers, metricsRoute } from '../http/routes/health/metrics-route.ts';
import { realtimeMetrics } from '../http/routes/health/realtime-metrics.ts';
import { roomOwnerRoutes } from '../http/routes/rooms/room-owner-routes.ts';
import { roomRoutes } from '../http/routes/rooms/room-routes.ts';
import { accountRoutes } from '../http/routes/users/account-routes.ts';
import { protoFiles } from '../http/routes/utility/proto-files.ts';
import { scrapeRoute } from '../http/routes/utility/scrape.ts';
import { serverRoute } from '../http/routes/utility/server-route.ts';
import { ticketRoute } from '../http/routes/websocket-ticket/ticket-route.ts';
import { webSocketRoute } from '../http/routes/websocket-ticket/websocket-route.ts';
import type { AvatarStore } from '../ports/avatars.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ephemeral } from '../ports/ephemeral.ts';
import type { PasswordHasher } from '../ports/password-hasher.ts';
import type { Storage } from '../ports/storage.ts';
import { createRealtime, type RealtimeDeps } from '../realtime/realtime.ts';

/** How long one look at somebody else's service is good for: anybody may ask how it is. */
const externalLookMs = 10_000;

const noUsage: UsageMeter = { memory: () => '0.0%', cpu: () => '0.0%' };

/** What the application needs from outside; the caller closes what it opened once the application is closed. */
export interface AppDeps {
  readonly storage: Storage;
  /** How the storage does, known at once; sound unless given. */
  readonly storageCondition?: () => StorageCondition;
  /** Reads that may be a moment old; `storage` itself unless given. */
  readonly recent?: RecentReads;
  readonly ephemeral: Ephemeral;
  readonly hasher: PasswordHasher;
  readonly clock: Clock;
  readonly keys: Keys;
  /** The payment provider; billing is off without. */
  readonly payments?: ConfiguredPayments;
  /** Where uploaded pictures are kept. */
  readonly avatars: AvatarStore;
  /** The built web client; may be absent. */
  readonly webRoot: string;
  /** The .proto files; may be absent. */
  readonly protoRoot: string;
  /** The page of the API reference; may be absent. */
  readonly referenceRoot: string;
  /** Where log lines go: standard output unless given. */
  readonly logTo?: LogTarget;
  /** Serves https with it; plain http without. */
  readonly tls?: TlsIdentity;
  /** Of the certificate's key that is served now; the one of `tls` unless given. */
  readonly fingerprint?: () => string | undefined;
  /** What the process uses; nothing unless given. */
  readonly usage?: UsageMeter;
  /** The process's own metrics: a process has one registry, however many applications it builds. */
  readonly processMetrics?: Registry;
  /** Collects everything that is no longer needed, which stops this thread for a while; never called unless given. */
  readonly giveMemoryBack?: () => void;
  readonly metricsToken?: string | undefined;
  /** How /health/detailed looks at Redis, where there is one. */
  readonly probeRedis?: Probe;
  readonly times?: ServerTimes;
  readonly versions?: ApiVersions;
  /** Makes the rooms, or what stands for them in tests of what REST shows of them. */
  readonly createRealtime?: typeof createRealtime;
}

/**
 * Builds the whole application without a process around it: listen on it, or inject requests. Closing it sends the
 * WebSockets away, finishes what is under way and takes nothing new.
 */
export async function buildApp(config: Config, deps: AppDeps): Promise<App> {
  const { storage, recent = storage, ephemeral, hasher, clock, keys, versions = apiVersions } = deps;
  if (versions.v1.deprecation !== undefined) checkDeprecation('v1', versions.v1.deprecation);
  const fingerprint = deps.fingerprint ?? (() => deps.tls?.fingerprint);
  const isProxy = createProxyTrust(config.trustProxy);
  const clientFacing = createClientFacing(isProxy);
  const paced = new PacedWork();
  const restrictions = new RestrictionEnds(clock);
  const app = createServer({
    config,
    paced,
    isProxy,
    tls: deps.tls,
    times: deps.times ?? serverTimes,
    logTo: deps.logTo,
    explain: createExplanation({ config, fingerprint }),
    refuseUnrouted: (error, request, reply) => void refuseUnrouted(error, request, reply, failures),
  });
  const accessTokens = createAccessTokens(keys.accessTokens, clock);
  const refreshTokens = createRefreshTokens(keys.refreshTokens);
  const tickets = createTickets(keys, ephemeral, clock);
  const authentication = createAuthentication(rememberTokens(accessTokens, clock), recent, (userId) =>
    realtime.activity.seen(userId),
  );
  const counter = createRateCounter({ ephemeral, log: app.log });
  const rates = createRateLimits({
    limits: config.rateLimits,
    counter,
    authentication,
    accessTokens,
    refreshTokens,
    clientFacing,
  });
  const failures = { clock, versions, rates };
  const isAllowedOrigin = createOriginCheck(config);
  const counters = createRealtimeCounters();
  const answerMetrics = new Registry();
  const processMetrics = deps.processMetrics === undefined ? [] : [deps.processMetrics];
  const roomDeps = { storage, hasher, clock };
  const createOneRoom: RealtimeDeps['createRoom'] = async (owner, body) => {
    const room = await createRoom(roomDeps, owner, body);
    realtime.roomCreated(room);
    return room;
  };
  const updateOneRoom = updateRoom.bind(undefined, roomDeps);
  const friends = createFriends({
    storage,
    clock,
    news: {
      notify: (userId, notification) => realtime.notify(userId, notification),
      blockChanged: (userId, otherId, isBlocked) => realtime.blockChanged(userId, otherId, isBlocked),
    },
  });
  const realtime = (deps.createRealtime ?? createRealtime)({
    storage,
    ephemeral,
    hasher,
    clock,
    tickets,
    createRoom: createOneRoom,
    updateRoom: updateOneRoom,
    friends,
    maskProfanity: createProfanityMask(),
    allowedOrigin: isAllowedOrigin,
    upgradeRules: createUpgradeRules({ config, clientFacing, counter, versions, clock }),
    counters,
    paced,
    restrictions,
    giveMemoryBack: deps.giveMemoryBack,
    log: app.log,
  });
  const sessions = createSessions({
    storage,
    accessTokens,
    refreshTokens,
    clock,
    onEnded: (sessionId) => realtime.sessionEnded(sessionId),
  });

  const billing = createBilling({
    payments: deps.payments?.payments,
    storage,
    clock,
    onSubscriptionChanged: tellOfSubscription.bind(undefined, { storage, clock, realtime }),
  });

  handleErrors(app, failures);
  logAnswers(app);
  measureAnswers(app, answerMetrics);
  takeThrough(app, forgetEmptyBody, createNaming(versions, clock), createSecurityHeaders(config));
  await crossOrigin(app, (request) => isAllowedOrigin(request.headers.origin, request.host));
  admitRequests(app, config, rates);
  const reference = collectReference(app, config);
  healthRoutes(app, {
    clock,
    storage,
    condition: deps.storageCondition ?? (() => soundStorage),
    counters,
    usage: deps.usage ?? noUsage,
    redis: deps.probeRedis,
    externalApis: externalProbe(deps.payments?.payments, clock),
  });
  metricsRoute(app, {
    registries: [
      answerMetrics,
      realtimeMetrics(counters, realtime.rooms, app.server),
      logMetrics(() => deps.logTo?.dropped ?? 0),
      ...processMetrics,
    ],
    token: deps.metricsToken,
    clock,
  });
  authRoutes(app, {
    config,
    storage,
    hasher,
    clock,
    sessions,
    loginLock: createLoginLock({ ephemeral, clock }),
    accessTokens,
    refreshTokens,
  });
  await accountRoutes(app, {
    config,
    storage,
    recent,
    hasher,
    clock,
    sessions,
    avatars: deps.avatars,
    avatarMaker: createSharpAvatarMaker(clock),
    friends,
    realtime,
    billing,
    authentication,
    log: app.log,
  });
  serverRoute(app, { config, fingerprint, authentication });
  webSocketRoute(app);
  ticketRoute(app, { config, tickets, authentication });
  roomRoutes(app, { recent, rooms: realtime.rooms, createRoom: createOneRoom, authentication, clock });
  roomOwnerRoutes(app, {
    storage,
    restrictions,
    realtime,
    updateRoom: updateOneRoom,
    deleteRoom: deleteRoom.bind(undefined, roomDeps),
    authentication,
  });
  await billingHttp(app, { config, authentication, billing, sandbox: deps.payments?.sandbox, clock });
  scrapeRoute(app, {
    pages: createLazyPageFetcher({ allowHosts: config.scrapeAllowHosts, clock }),
    authentication,
  });
  await apiReference(app, deps.referenceRoot, reference);
  await protoFiles(app, deps.protoRoot);
  await webClient(app, deps.webRoot);
  app.server.on('upgrade', (request, socket, head) => realtime.handleUpgrade(request, socket, head));
  drainOnClose(app, () => realtime.shutdown());
  return app;
}

/** The payment provider, where it is somebody else's: it has to answer as for /api/billing/products. */
function externalProbe(payments: ConfiguredPayments['payments'], clock: Clock): Probe | undefined {
  if (payments?.provider !== 'stripe') return undefined;
  return sparingly(() => payments.products(), clock, externalLookMs);
}

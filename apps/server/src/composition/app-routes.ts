import type { FastifyRequest } from 'fastify';
import { Registry } from 'prom-client';
import { createSharpAvatarMaker } from '../adapters/avatars/sharp-avatar-maker.ts';
import { packEntries } from '../adapters/backup/pack-entries.ts';
import { createLazyPageFetcher } from '../adapters/page-fetcher/lazy-page-fetcher.ts';
import { exportAccount } from '../application/accounts/export-account.ts';
import { createByteBudgets } from '../application/byte-budgets.ts';
import type { UsageMeter } from '../application/hosting/usage-meter.ts';
import { RoomFiles } from '../application/rooms/room-files.ts';
import { RoomSheets } from '../application/rooms/room-sheets.ts';
import { apiReference, collectReference } from '../http/openapi/api-reference.ts';
import { documentation } from '../http/pages/documentation.ts';
import { foreignHostPage } from '../http/pages/foreign-host-page.ts';
import { webClient } from '../http/pages/web-client.ts';
import { createAddressWarnings } from '../http/plugins/address-warnings.ts';
import { cacheResult } from '../http/plugins/cached-result.ts';
import { crossOrigin } from '../http/plugins/cors.ts';
import { type ErrorHandlerDeps, handleErrors } from '../http/plugins/error-handler.ts';
import {
  admitRequests,
  createIdentifyingHeaders,
  createOutsideCheck,
  runOnEveryRequest,
} from '../http/plugins/every-request.ts';
import { dropContentTypeOfEmptyBody } from '../http/plugins/json-bodies.ts';
import { logAnswers } from '../http/plugins/log.ts';
import { createSecurityHeaders } from '../http/plugins/security-headers.ts';
import { paceFiles } from '../http/plugins/send-files.ts';
import { serverTimes } from '../http/plugins/server.ts';
import type { App } from '../http/plugins/server-types.ts';
import { auditRoutes } from '../http/routes/audit/audit-routes.ts';
import { authRoutes } from '../http/routes/auth/auth-routes.ts';
import { billingEndpoints } from '../http/routes/billing/billing-endpoints.ts';
import { connectionRoutes } from '../http/routes/connections/connection-routes.ts';
import { healthRoutes, type Probe } from '../http/routes/health/health-route.ts';
import { logMetrics } from '../http/routes/health/log-metrics.ts';
import { measureAnswers, metricsRoute } from '../http/routes/health/metrics-route.ts';
import { realtimeMetrics } from '../http/routes/health/realtime-metrics.ts';
import { sharingMetrics } from '../http/routes/health/sharing-metrics.ts';
import { invitationRoutes } from '../http/routes/invitations/invitation-routes.ts';
import { reachRoutes } from '../http/routes/reach/reach-routes.ts';
import { namedUserRoutes } from '../http/routes/rooms/named-user-routes.ts';
import { roomChatRoute } from '../http/routes/rooms/room-chat-route.ts';
import { roomFileRoutes } from '../http/routes/rooms/room-file-routes.ts';
import { roomLoopContentRoutes } from '../http/routes/rooms/room-loop-content-routes.ts';
import { roomLoopListRoutes } from '../http/routes/rooms/room-loop-list-routes.ts';
import { roomLoopRoutes } from '../http/routes/rooms/room-loop-routes.ts';
import { roomModerationRoute } from '../http/routes/rooms/room-moderation-route.ts';
import { roomOwnerRoutes } from '../http/routes/rooms/room-owner-routes.ts';
import { roomRoutes } from '../http/routes/rooms/room-routes.ts';
import { roomSheetRoutes, setListRoutes } from '../http/routes/rooms/room-sheet-routes.ts';
import { metronomeRoutes, playoutModeRoutes } from '../http/routes/rooms/room-time-routes.ts';
import { roomTurnRoutes } from '../http/routes/rooms/room-turn-routes.ts';
import { accountRoutes } from '../http/routes/users/account-routes.ts';
import { protoFiles } from '../http/routes/utility/proto-files.ts';
import { scrapeRoute } from '../http/routes/utility/scrape.ts';
import { serverRoute } from '../http/routes/utility/server-route.ts';
import { webhookRoutes } from '../http/routes/webhooks/webhook-routes.ts';
import { ticketRoute } from '../http/routes/websocket-ticket/ticket-route.ts';
import { webSocketRoute } from '../http/routes/websocket-ticket/websocket-route.ts';
import type { Clock } from '../ports/clock.ts';
import type { Payments } from '../ports/payments.ts';
import { healthyStorage } from '../ports/storage-condition.ts';
import type { AppContext } from './app-context.ts';
import type { createClosing } from './close-to-internet.ts';
import { testLinks } from './invitation-addresses.ts';
import type { RequestChecks } from './request-checks.ts';
import type { Services } from './services.ts';
import type { UpgradeChecks } from './upgrade-checks.ts';

/** The result of probing an external service is used for this long: anyone may ask for it. */
const externalProbeMs = 10_000;

const noUsage: UsageMeter = { memory: () => '0.0%', cpu: () => '0.0%' };

export interface AppParts {
  readonly context: AppContext;
  readonly services: Services;
  readonly requestChecks: RequestChecks;
  readonly closeToInternet: ReturnType<typeof createClosing>;
  readonly errorHandling: ErrorHandlerDeps;
  readonly isAllowedOrigin: UpgradeChecks['isAllowedOrigin'];
}

/** Adds the hooks, then the routes. Hooks run in this order, and only for routes that are added after them. */
export async function addRoutes(app: App, parts: AppParts): Promise<void> {
  const answerMetrics = new Registry();
  await addHooks(app, parts, answerMetrics);
  const reference = collectReference(app, parts.context.config);
  addHealthRoutes(app, parts, answerMetrics);
  await addAccountRoutes(app, parts);
  addRoomRoutes(app, parts);
  await addBillingRoutes(app, parts);
  const { config, clock, referenceRoot, docsRoot, protoRoot, webRoot } = parts.context;
  const pages = createLazyPageFetcher({ allowHosts: config.scrapeAllowHosts, clock });
  scrapeRoute(app, { pages, config, authentication: parts.requestChecks.authentication });
  await apiReference(app, referenceRoot, reference);
  await documentation(app, docsRoot);
  await protoFiles(app, protoRoot);
  await webClient(app, webRoot);
}

async function addHooks(app: App, parts: AppParts, answerMetrics: Registry): Promise<void> {
  const { context, requestChecks, errorHandling, isAllowedOrigin } = parts;
  const { config, clock, versions } = context;
  handleErrors(app, { ...errorHandling, explain: foreignHostPage });
  logAnswers(app);
  measureAnswers(app, answerMetrics);
  paceFiles(app, context.paced);
  runOnEveryRequest(
    app,
    dropContentTypeOfEmptyBody,
    createIdentifyingHeaders(versions, clock),
    createSecurityHeaders(config),
    createOutsideCheck(context.outside),
    (request) => requestChecks.proxies.notice(request.raw),
  );
  await crossOrigin(app, (request) => isAllowedOrigin(request.headers.origin, request.host));
  const isAllowed = (request: FastifyRequest) => isAllowedOrigin(request.headers.origin, request.host);
  admitRequests(app, config, requestChecks.rates, isAllowed, createAddressWarnings(app.log));
}

function addHealthRoutes(app: App, { context, services, requestChecks }: AppParts, answerMetrics: Registry): void {
  const { clock, storage, storageCondition, usage, probeRedis, payments, processMetrics, sharing } = context;
  const redisCondition = () => context.redisCondition?.() ?? 'ok';
  const redisAnswers = () => (sharing?.bus.isReady ?? true) && redisCondition() !== 'down';
  const { counters, realtime } = services;
  healthRoutes(app, {
    clock,
    storage,
    condition: storageCondition ?? (() => healthyStorage),
    counters,
    usage: usage ?? noUsage,
    certificate: context.certificate ?? (() => null),
    redis: probeRedis,
    redisAnswers,
    redisIsWell: () => redisCondition() === 'ok',
    externalApis: externalProbe(payments?.payments, clock),
    access: requestChecks.monitoring,
  });
  metricsRoute(app, {
    registries: [
      answerMetrics,
      realtimeMetrics(counters, realtime.rooms, app.server),
      logMetrics({ lines: context.droppedLogLines ?? (() => 0), auditEntries: () => context.audit.dropped }),
      ...(processMetrics === undefined ? [] : [processMetrics]),
      ...(sharing === undefined
        ? []
        : [sharingMetrics({ redisAnswers, clockOffsetUs: context.clockOffsetUs ?? (() => 0) })]),
    ],
    instance: context.instance ?? (() => undefined),
    access: requestChecks.monitoring,
    clock,
  });
}

async function addAccountRoutes(
  app: App,
  { context, services, requestChecks, closeToInternet }: AppParts,
): Promise<void> {
  const { config, storage, recent, clock, avatars, fingerprint, addresses, log, audit } = context;
  const {
    accessTokens,
    refreshTokens,
    tickets,
    hasher,
    sessions,
    signIn,
    secondFactors,
    ownPasskeys,
    bots,
    invitations,
    reach,
    mails,
    notices,
    friends,
    realtime,
    billing,
  } = services;
  const { authentication } = requestChecks;
  authRoutes(app, {
    config,
    storage,
    hasher,
    clock,
    sessions,
    signIn,
    invitations,
    mails,
    audit,
    accessTokens,
    refreshTokens,
  });
  await accountRoutes(app, {
    hostClaim: services.hostClaim,
    config,
    storage,
    recent,
    hasher,
    clock,
    sessions,
    secondFactors,
    ownPasskeys,
    bots,
    mails,
    notices,
    avatars,
    avatarMaker: createSharpAvatarMaker(clock),
    exportAccount: exportAccount.bind(undefined, {
      storage,
      avatars,
      clock,
      ephemeral: context.ephemeral,
      pack: packEntries,
    }),
    uploadMs: (context.times ?? serverTimes).uploadMs,
    friends,
    realtime,
    billing,
    authentication,
    audit,
    log,
  });
  auditRoutes(app, { storage, authentication });
  webhookRoutes(app, { webhooks: services.webhooks, authentication });
  connectionRoutes(app, {
    isForInternet: config.internet,
    internet: () => context.internet?.()?.state,
    outside: context.outside,
    connected: () => realtime.connected(),
    closeToInternet,
    authentication,
  });
  const recovery = mails === undefined ? 'host' : 'email';
  invitationRoutes(app, { invitations, authentication });
  serverRoute(app, { config, recovery, fingerprint, addresses: addresses ?? (() => []), authentication });
  const linksOf = (token: string) =>
    testLinks({ addresses: addresses?.() ?? [], fingerprint: fingerprint(), publicUrl: config.publicUrl }, token);
  reachRoutes(app, { reach, linksOf, name: config.name, authentication });
  webSocketRoute(app);
  ticketRoute(app, { config, tickets, authentication });
}

function addRoomRoutes(app: App, { context, services, requestChecks }: AppParts): void {
  const { storage, recent, clock } = context;
  const { rooms, realtime, restrictions } = services;
  const { authentication } = requestChecks;
  roomRoutes(app, { recent, rooms: realtime.rooms, createRoom: rooms.createRoom, authentication, clock });
  roomOwnerRoutes(app, {
    storage,
    restrictions,
    realtime,
    updateRoom: rooms.updateRoom,
    deleteRoom: rooms.deleteRoom,
    authentication,
  });
  roomModerationRoute(app, { realtime, authentication });
  namedUserRoutes(app, { storage, realtime, authentication });
  const budgets = createByteBudgets(context.ephemeral, context.config.commandLimitFactor);
  const files = new RoomFiles(budgets, context.roomBus === undefined ? undefined : context.ephemeral);
  roomFileRoutes(app, { recent, rooms: realtime.rooms, files, authentication });
  const { fromOutside } = realtime;
  const { time } = fromOutside;
  const sheets = new RoomSheets({ storage, clock, rooms: realtime.rooms, news: realtime, time, budgets });
  roomSheetRoutes(app, { sheets, authentication });
  setListRoutes(app, { sheets, authentication });
  const use = { fromOutside, authentication };
  roomLoopListRoutes(app, use);
  roomLoopRoutes(app, use);
  roomLoopContentRoutes(app, use);
  roomChatRoute(app, use);
  roomTurnRoutes(app, use);
  metronomeRoutes(app, use);
  playoutModeRoutes(app, use);
}

async function addBillingRoutes(app: App, { context, services, requestChecks }: AppParts): Promise<void> {
  const { config, payments, clock } = context;
  const { authentication } = requestChecks;
  const leases = context.sharing?.leases;
  const { billing } = services;
  await billingEndpoints(app, { config, authentication, billing, sandbox: payments?.sandbox, clock, leases });
}

/** Probes the payment provider if it is an external one: it has to answer as for /api/billing/products. */
function externalProbe(payments: Payments | undefined, clock: Clock): Probe | undefined {
  if (payments?.provider !== 'stripe') return undefined;
  return cacheResult(() => payments.products(), clock, externalProbeMs);
}

import { createOwnNetworks } from '../adapters/own-networks.ts';
import { AuditLog } from '../application/audit/audit-log.ts';
import type { HostClaim } from '../application/hosting/host-claim.ts';
import { OutsideAddresses } from '../application/hosting/outside-addresses.ts';
import type { ReachTest } from '../application/hosting/reach-test.ts';
import { PacedWork } from '../application/paced-work.ts';
import type { Config } from '../config/config.ts';
import { createPlainHttpAnswer } from '../http/pages/plain-http-answer.ts';
import { checkDeprecation } from '../http/plugins/deprecation.ts';
import { drainOnClose } from '../http/plugins/drain.ts';
import { answerFrameworkError } from '../http/plugins/error-handler.ts';
import { createLog } from '../http/plugins/log.ts';
import { createServer, serverTimes } from '../http/plugins/server.ts';
import type { App } from '../http/plugins/server-types.ts';
import { apiVersions } from '../http/plugins/versions.ts';
import type { Realtime } from '../realtime/realtime-types.ts';
import type { AppContext, AppDeps } from './app-context.ts';
import { addRoutes } from './app-routes.ts';
import { createClosing } from './close-to-internet.ts';
import { buildRequestChecks } from './request-checks.ts';
import { buildServices } from './services.ts';
import { buildUpgradeChecks } from './upgrade-checks.ts';

export interface BuiltApp {
  /** Listen on it, or inject requests. Closing it drains: WebSockets close, requests under way finish, none is accepted. */
  readonly app: App;
  readonly realtime: Realtime;
  readonly reach: ReachTest;
  readonly hostClaim: HostClaim;
  readonly outside: OutsideAddresses;
  /** See RunningServer. */
  closeToInternet(): Promise<number>;
}

/** Builds the whole application without a process around it. */
export async function buildApp(config: Config, deps: AppDeps): Promise<BuiltApp> {
  const log = deps.log ?? createLog(config.logLevel, undefined);
  const context: AppContext = {
    ...deps,
    config,
    recent: deps.recent ?? deps.storage,
    log,
    audit: new AuditLog({ ...deps, log }),
    versions: deps.versions ?? apiVersions,
    fingerprint: deps.fingerprint ?? (() => deps.tls?.fingerprint),
    paced: new PacedWork(),
    outside: new OutsideAddresses({
      networks: deps.ownNetworks ?? createOwnNetworks(deps.clock),
      clock: deps.clock,
      isForInternet: config.internet,
    }),
  };
  const { clock, versions } = context;
  if (versions.v1.deprecation !== undefined) checkDeprecation('v1', versions.v1.deprecation);
  const upgradeChecks = buildUpgradeChecks(context);
  const services = buildServices(context, upgradeChecks);
  const requestChecks = buildRequestChecks(context, upgradeChecks, services);
  const { realtime, reach, hostClaim } = services;
  const { isProxy, refusedAddresses, countRefusal } = upgradeChecks;
  await realtime.open();
  services.webhooks.open();
  const errorHandling = { clock, versions, rates: requestChecks.rates, countRefusal };
  const app = createServer({
    config,
    log: context.log,
    paced: context.paced,
    isProxy,
    outside: context.outside,
    refusedAddresses,
    tls: deps.tls,
    named: deps.named,
    times: deps.times ?? serverTimes,
    answerPlainHttp: createPlainHttpAnswer({
      config,
      fingerprint: context.fingerprint,
      isTrusted: () => deps.named?.isIssued ?? false,
    }),
    answerFrameworkError: (error, request, reply) => void answerFrameworkError(error, request, reply, errorHandling),
  });
  const closeToInternet = createClosing({
    outside: context.outside,
    realtime,
    server: app.server,
    internet: deps.internet,
    audit: context.audit,
  });
  await addRoutes(app, {
    context,
    services,
    requestChecks,
    closeToInternet,
    errorHandling,
    isAllowedOrigin: upgradeChecks.isAllowedOrigin,
  });
  app.server.on('upgrade', (request, socket, head) => realtime.handleUpgrade(request, socket, head));
  app.addHook('onClose', async () => services.closeMails());
  drainOnClose(app, async () => {
    reach.close();
    services.closeOwnAddress();
    await realtime.shutdown();
    await services.webhooks.close();
    await context.audit.flushed();
  });
  return { app, realtime, reach, hostClaim, outside: context.outside, closeToInternet: () => closeToInternet() };
}

import type { AddressInfo } from 'node:net';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileNames } from '../adapters/files/file-names.ts';
import { createLocalProfileFile } from '../adapters/files/local-profile-file.ts';
import { giveMemoryBack } from '../adapters/garbage-collection.ts';
import { logOutput } from '../adapters/log/line-output.ts';
import { createProcessMetrics } from '../adapters/process-metrics.ts';
import { createSystemClock } from '../adapters/system-clock.ts';
import { loadTls } from '../adapters/tls/certificate.ts';
import { createAccessTokens } from '../adapters/tokens/access-tokens.ts';
import { createRefreshTokens } from '../adapters/tokens/refresh-tokens.ts';
import { createDataChannels } from '../adapters/webrtc/data-channels.ts';
import { addUser } from '../application/accounts/add-user.ts';
import { createSessions } from '../application/accounts/sessions.ts';
import type { InternetAccess, InternetState } from '../application/hosting/internet-access.ts';
import { createLocalProfile, type LocalProfile, type LocalProfileDeps } from '../application/hosting/local-profile.ts';
import { createUsageMeter, type Machine } from '../application/hosting/usage-meter.ts';
import { type Config, isLoopback, type Secrets } from '../config/config.ts';
import { createLog } from '../http/plugins/log.ts';
import { ServedCertificate } from '../http/plugins/served-certificate.ts';
import type { App } from '../http/plugins/server-types.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Storage } from '../ports/storage.ts';
import { buildApp } from './app.ts';
import { joinLocalNetwork } from './local-network.ts';
import { hostNames, listensOnAllAddresses, networkUrls, urlOnThisMachine } from './network-addresses.ts';
import { type Opened, openParts, type Parts } from './open-parts.ts';
import type { RunningServer, StartOptions } from './running-server.ts';

/** Requests under way may take this long to end before their connections are cut. */
const drainMs = 7_000;
const standardOutput = 1;
/** The limit on writing the last log lines. */
const lastLinesMs = 500;

/**
 * Builds the server and opens its address.
 * @throws {ConfigError} for settings that this version does not support.
 */
export async function serve(
  config: Config,
  secrets: Secrets,
  opened: Opened,
  options: StartOptions,
): Promise<RunningServer> {
  const { directory } = opened;
  const clock = createSystemClock();
  const ownLog = options.logTo === undefined ? logOutput(standardOutput) : undefined;
  const logTo = options.logTo ?? ownLog;
  const log = createLog(config.logLevel, logTo);
  const parts = await openParts(config, secrets, opened, { clock, log });
  let internet: InternetAccess | undefined;
  const publicAddress = () => (internet?.state.status === 'open' ? internet.state.address : undefined);
  const certificate = await loadCertificate({ config, publicAddress, dataDir: directory.path, clock, log });
  const usage = createUsageMeter(options.usage, machineOf(options), clock);
  const datagrams =
    config.udp.port === 'off'
      ? undefined
      : createDataChannels({
          host: config.host,
          port: () =>
            config.udp.port === 'same' ? (app.server.address() as AddressInfo).port : Number(config.udp.port),
          addresses: config.udp.addresses,
          iceServers: config.udp.iceServers,
        });
  const { app, realtime, outside, closeToInternet } = await buildApp(config, {
    ...parts,
    datagrams,
    internet: () => internet,
    ...(certificate === undefined ? {} : { tls: certificate.current }),
    fingerprint: () => certificate?.current.fingerprint,
    webRoot: join(options.servedFrom, 'web'),
    protoRoot: join(options.servedFrom, 'proto'),
    referenceRoot: join(options.servedFrom, 'reference'),
    droppedLogLines: () => logTo?.dropped ?? 0,
    usage,
    residentBytes: () => options.usage().memoryBytes,
    processMetrics: createProcessMetrics(),
    metricsToken: secrets.metricsToken,
  });
  try {
    warnAboutPlainHttp(log, config);
    await app.listen({ host: config.host, port: config.port });
    certificate?.keepRenewed(app.server, clock);
    if (config.internet) {
      // Loaded here, since most servers do not need it.
      const { prepareInternet } = await import('./internet.ts');
      const onChange = (state: InternetState) => {
        void certificate?.renew();
        options.onInternetChange?.(state);
      };
      const onRenew = options.onInternetRenewal;
      internet = prepareInternet({ config, app, clock, key: parts.keys.portMappings, onChange, onRenew });
    }
    const network = await joinNetwork(config, app, certificate, {
      onNetworkChange() {
        void internet?.networkChanged();
        options.onNetworkChange?.();
      },
    });
    const asked = internet?.start();
    const scheme = certificate === undefined ? 'http' : 'https';
    const { port } = app.server.address() as AddressInfo;
    const url = urlOnThisMachine(config, scheme, port);
    return {
      url,
      localUrl: listensOnAllAddresses(config) ? `http://127.0.0.1:${port}` : url,
      get networkUrls() {
        return networkUrls(config, scheme, port);
      },
      get internet() {
        return internet === undefined || asked === undefined ? undefined : { state: internet.state, asked };
      },
      get fingerprint() {
        return certificate?.current.fingerprint;
      },
      name: config.name,
      localProfile: buildLocalProfile(directory.path, parts),
      addUser: (account) => addUser(parts, account),
      status: () => ({
        people: realtime.connected().map((person) => ({ ...person, place: outside.placeOf(person.address) })),
        cpu: usage.cpu(),
        memory: usage.memory(),
      }),
      closeToInternet: () => closeToInternet(),
      giveMemoryBack,
      async stop() {
        await network?.stop();
        await Promise.all([internet?.stop(), drain(app, parts.storage)]);
        datagrams?.close();
        directory.release();
        await ownLog?.flushed(lastLinesMs);
      },
    };
  } catch (error) {
    await app.close();
    throw error;
  }
}

interface CertificateOptions {
  readonly config: Config;
  /** The router's, if it leads here. */
  readonly publicAddress: () => string | undefined;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Undefined where the server speaks plain http. */
async function loadCertificate(options: CertificateOptions): Promise<ServedCertificate | undefined> {
  const { config, publicAddress, dataDir, clock, log } = options;
  const load = () => loadTls(config.tls, dataDir, clock.nowMs(), hostNames(config, publicAddress()));
  const first = await load();
  return first === undefined ? undefined : new ServedCertificate({ first, load, log });
}

function joinNetwork(
  config: Config,
  app: App,
  certificate: ServedCertificate | undefined,
  { onNetworkChange }: Pick<StartOptions, 'onNetworkChange'>,
): Promise<{ stop(): Promise<void> }> | undefined {
  if (isLoopback(config.host)) return undefined;
  return joinLocalNetwork({
    config,
    app,
    fingerprint: () => certificate?.current.fingerprint,
    onChange: async () => {
      await certificate?.renew();
      onNetworkChange?.();
    },
  });
}

function buildLocalProfile(
  dataDir: string,
  { storage, hasher, clock, keys }: Pick<LocalProfileDeps, 'hasher'> & Pick<Parts, 'storage' | 'clock' | 'keys'>,
): LocalProfile {
  const sessions = createSessions({
    storage,
    clock,
    accessTokens: createAccessTokens(keys.accessTokens, clock),
    refreshTokens: createRefreshTokens(keys.refreshTokens),
    // The local profile only ends auth sessions of earlier runs, which have no connections any more.
    onEnded: () => {},
  });
  const file = createLocalProfileFile(join(dataDir, fileNames.localProfile));
  return createLocalProfile({ storage, hasher, clock, sessions, file });
}

async function drain(app: App, storage: Storage): Promise<void> {
  const timeout = setTimeout(() => app.server.closeAllConnections(), drainMs);
  await app.close();
  clearTimeout(timeout);
  await storage.close();
}

function warnAboutPlainHttp(log: Log, config: Config): void {
  // A trusted proxy in front usually speaks https.
  if (config.tls.mode !== 'off' || isLoopback(config.host) || config.trustProxy.length > 0) return;
  log.warn(
    { host: config.host },
    'serving plain http: passwords can be read on the network, and browsers give MIDI and sound only to https or localhost',
  );
}

function machineOf({ memoryLimitBytes }: StartOptions): Machine {
  const memoryBytes = Math.min(totalmem(), memoryLimitBytes > 0 ? memoryLimitBytes : Number.POSITIVE_INFINITY);
  return { cores: availableParallelism(), memoryBytes };
}

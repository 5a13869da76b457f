import type { AddressInfo } from 'node:net';
import { availableParallelism, hostname, totalmem } from 'node:os';
import { join } from 'node:path';
import { watchFileDescriptors } from '../adapters/file-descriptors.ts';
import { saveAddresses } from '../adapters/files/addresses-file.ts';
import { fileNames } from '../adapters/files/file-names.ts';
import { createLocalProfileFile } from '../adapters/files/local-profile-file.ts';
import { giveMemoryBack } from '../adapters/garbage-collection.ts';
import { logOutput } from '../adapters/log/line-output.ts';
import { defaultRouteAddresses } from '../adapters/network-kinds.ts';
import { lowerPoolPriority } from '../adapters/pool-priority.ts';
import { createProcessMetrics } from '../adapters/process-metrics.ts';
import { createSystemClock } from '../adapters/system-clock.ts';
import { createAccessTokens } from '../adapters/tokens/access-tokens.ts';
import { createRefreshTokens } from '../adapters/tokens/refresh-tokens.ts';
import { createDataChannels } from '../adapters/webrtc/data-channels.ts';
import { PeerConnections } from '../adapters/webrtc/peer-connections.ts';
import { createVoiceTracks } from '../adapters/webrtc/voice-tracks.ts';
import { addUser } from '../application/accounts/add-user.ts';
import { inviteAsHost } from '../application/accounts/invitations.ts';
import { createSessions } from '../application/accounts/sessions.ts';
import type { InternetState } from '../application/hosting/internet-access.ts';
import { createLocalProfile, type LocalProfile, type LocalProfileDeps } from '../application/hosting/local-profile.ts';
import { createUsageMeter, type Machine } from '../application/hosting/usage-meter.ts';
import { type Config, isLoopback, type Secrets } from '../config/config.ts';
import { createLog } from '../http/plugins/log.ts';
import type { ServedCertificate } from '../http/plugins/served-certificate.ts';
import type { App } from '../http/plugins/server-types.ts';
import type { Log } from '../ports/log.ts';
import type { Storage } from '../ports/storage.ts';
import { buildApp } from './app.ts';
import type { Internet } from './internet.ts';
import { invitationAddresses, testLinks } from './invitation-addresses.ts';
import { joinLocalNetwork } from './local-network.ts';
import { currentNetworks, listensOnAllAddresses, networkUrls, urlOnThisMachine } from './network-addresses.ts';
import { type Opened, openParts, type Parts } from './open-parts.ts';
import type { RunningServer, StartOptions } from './running-server.ts';
import { loadCertificates } from './served-certificates.ts';
import type { SharedState } from './shared-state.ts';

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
  const ownLog = options.logTo === undefined ? logOutput(standardOutput) : undefined;
  const logTo = options.logTo ?? ownLog;
  const log = createLog(config.logLevel, logTo);
  const shared = await openShared(config, opened, log);
  const clock = shared?.clock ?? createSystemClock();
  const parts = await openParts(config, secrets, opened, { clock, log, shared }).catch(async (error: unknown) => {
    await shared?.close();
    throw error;
  });
  let internet: Internet | undefined;
  const publicAddress = () => (internet?.state.status === 'open' ? internet.state.address : undefined);
  const { certificate, named, health } = await loadCertificates({
    config,
    publicAddress,
    dataDir: directory.path,
    clock,
    log,
    onNews: (text) => options.onCertificateNews?.(text),
  });
  const usage = createUsageMeter(options.usage, machineOf(options), clock);
  const peers =
    config.udp.port === 'off'
      ? undefined
      : new PeerConnections({
          host: config.host,
          port: () =>
            config.udp.port === 'same' ? (app.server.address() as AddressInfo).port : Number(config.udp.port),
          iceServers: config.udp.iceServers,
          onMissing: (error) =>
            log.warn(
              { err: error },
              'node-datachannel does not load on this system: notes travel by WebSocket alone, and voices not at all',
            ),
        });
  const datagrams = peers && createDataChannels(peers, config.udp.addresses);
  const scheme = certificate === undefined ? 'http' : 'https';
  let defaultRoute = isLoopback(config.host) ? [] : await defaultRouteAddresses();
  const urls = () =>
    networkUrls(config, scheme, (app.server.address() as AddressInfo).port, currentNetworks(defaultRoute));
  const addresses = () => invitationAddresses({ networkUrls: urls(), internet: internet?.state, ipv6: internet?.ipv6 });
  const processMetrics = createProcessMetrics();
  const stopWatching = watchFileDescriptors({ log, registry: processMetrics });
  const { app, realtime, reach, hostClaim, outside, closeToInternet } = await buildApp(config, {
    ...parts,
    datagrams,
    voices: peers && createVoiceTracks(peers),
    internet: () => internet,
    ...(certificate === undefined ? {} : { tls: certificate.current }),
    fingerprint: () => certificate?.current.fingerprint,
    named,
    certificate: health,
    addresses,
    webRoot: join(options.servedFrom, 'web'),
    protoRoot: join(options.servedFrom, 'proto'),
    referenceRoot: join(options.servedFrom, 'reference'),
    docsRoot: join(options.servedFrom, 'docs'),
    droppedLogLines: () => logTo?.dropped ?? 0,
    usage,
    residentBytes: () => options.usage().memoryBytes,
    processMetrics,
    metricsToken: secrets.metricsToken,
    instance: () => {
      if (config.instance !== undefined || shared === undefined) return config.instance;
      return `${hostname()}:${(app.server.address() as AddressInfo | null)?.port ?? config.port}`;
    },
  });
  app.server.once('close', stopWatching);
  let saving = Promise.resolve();
  const save = () => {
    if (isLoopback(config.host)) return;
    saving = saving
      .then(() =>
        saveAddresses(directory.path, {
          addresses: addresses(),
          fingerprint: certificate?.current.fingerprint ?? null,
        }),
      )
      .catch((error: unknown) => log.warn({ err: error }, 'the addresses for invitations could not be stored'));
  };
  try {
    warnAboutPlainHttp(log, config);
    await app.listen({ host: config.host, port: config.port });
    certificate?.keepRenewed(app.server, clock);
    void named?.start();
    if (config.internet) {
      // Loaded here, since most servers do not need it.
      const { prepareInternet } = await import('./internet.ts');
      const onChange = (state: InternetState) => {
        void certificate?.renew();
        save();
        options.onInternetChange?.(state);
      };
      const fingerprint = () => certificate?.current.fingerprint;
      const onRenew = options.onInternetRenewal;
      const how = { fingerprint, reach, onChange, onRenew };
      internet = prepareInternet({ config, app, clock, key: parts.keys.portMappings, ...how });
    }
    const network = await joinNetwork(config, app, certificate, {
      async onNetworkChange() {
        defaultRoute = await defaultRouteAddresses();
        internet?.networkChanged();
        save();
        options.onNetworkChange?.();
      },
    });
    const asked = internet?.start();
    save();
    reach.onNews = (news) => {
      // Without the visitor's address (S1.4).
      const known = news.kind === 'own' ? { own: news.own } : { outside: news.visit.isOutside, udp: news.visit.udp };
      log.info(known, 'more is known of who reaches this server');
      options.onReachNews?.(news);
    };
    const { port } = app.server.address() as AddressInfo;
    const url = urlOnThisMachine(config, scheme, port);
    return {
      url,
      localUrl: listensOnAllAddresses(config) ? `http://127.0.0.1:${port}` : url,
      get networkUrls() {
        return urls();
      },
      get addresses() {
        return addresses();
      },
      get internet() {
        return internet === undefined || asked === undefined
          ? undefined
          : { state: internet.state, ipv6: internet.ipv6, asked };
      },
      get fingerprint() {
        return certificate?.current.fingerprint;
      },
      name: config.name,
      localProfile: buildLocalProfile(directory.path, parts),
      addUser: (account) => addUser(parts, account),
      invite: (invitation = {}) => inviteAsHost(parts, invitation),
      async hostLink() {
        // Of several processes, another one would get the request.
        const host = shared === undefined ? await hostClaim.make() : undefined;
        if (host === undefined) return undefined;
        // The host needs an account, too.
        const admits = config.registration === 'open' ? undefined : (await inviteAsHost(parts, { maxUses: 1 })).token;
        const local = listensOnAllAddresses(config) ? `http://127.0.0.1:${port}` : url;
        return `${config.publicUrl ?? local}/host#host=${host}${admits === undefined ? '' : `&token=${admits}`}`;
      },
      reach: {
        get state() {
          return reach.state;
        },
        start: () =>
          testLinks(
            {
              addresses: addresses(),
              fingerprint: certificate?.current.fingerprint,
              publicUrl: config.publicUrl,
            },
            reach.start(),
          ),
      },
      status: () => ({
        people: realtime.connected().map((person) => ({ ...person, place: outside.placeOf(person.address) })),
        cpu: usage.cpu(),
        memory: usage.memory(),
      }),
      closeToInternet: () => closeToInternet(),
      giveMemoryBack,
      lowerPoolPriority,
      async stop() {
        await network?.stop();
        await Promise.all([internet?.stop(), named?.stop(), drain(app, parts.storage)]);
        datagrams?.close();
        await saving;
        await shared?.close();
        directory.release();
        await ownLog?.flushed(lastLinesMs);
      },
    };
  } catch (error) {
    await named?.stop();
    await app.close();
    await shared?.close();
    throw error;
  }
}

async function openShared(config: Config, { redis }: Opened, log: Log): Promise<SharedState | undefined> {
  if (redis === undefined) return undefined;
  if (config.avatarDir === undefined && config.s3 === undefined) {
    log.warn(
      {},
      'neither ROOMTONE_AVATAR_DIR nor ROOMTONE_S3_URL is set: a picture that is uploaded to one process is missing at the others',
    );
  }
  // Loaded only where it is used.
  const { openSharedState } = await import('./shared-state.ts');
  return openSharedState(redis, log);
}

function joinNetwork(
  config: Config,
  app: App,
  certificate: ServedCertificate | undefined,
  { onNetworkChange }: { readonly onNetworkChange: () => Promise<void> },
): Promise<{ stop(): Promise<void> }> | undefined {
  if (isLoopback(config.host)) return undefined;
  return joinLocalNetwork({
    config,
    app,
    fingerprint: () => certificate?.current.fingerprint,
    onChange: async () => {
      await certificate?.renew();
      await onNetworkChange();
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

import type { HealthDetailsView } from '@roomtone/protocol/rest';
import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { ConfiguredPayments } from '../adapters/payments/configured-payments.ts';
import type { Keys } from '../adapters/tokens/keys.ts';
import type { AuditLog } from '../application/audit/audit-log.ts';
import type { InternetAccess } from '../application/hosting/internet-access.ts';
import type { OutsideAddresses } from '../application/hosting/outside-addresses.ts';
import type { UsageMeter } from '../application/hosting/usage-meter.ts';
import type { PacedWork } from '../application/paced-work.ts';
import type { Config } from '../config/config.ts';
import type { NamedCertificate, ServerTimes } from '../http/plugins/server.ts';
import type { ApiVersions } from '../http/plugins/versions.ts';
import type { Probe } from '../http/routes/health/health-route.ts';
import type { AvatarStore } from '../ports/avatars.ts';
import type { Clock } from '../ports/clock.ts';
import type { Datagrams } from '../ports/datagrams.ts';
import type { Ephemeral } from '../ports/ephemeral.ts';
import type { MailSender } from '../ports/mail.ts';
import type { OwnNetworks } from '../ports/own-networks.ts';
import type { PasswordHasher } from '../ports/password-hasher.ts';
import type { RecentReads } from '../ports/recent-reads.ts';
import type { RoomBus } from '../ports/room-bus.ts';
import type { Storage } from '../ports/storage.ts';
import type { StorageCondition } from '../ports/storage-condition.ts';
import type { TlsIdentity } from '../ports/tls-identity.ts';
import type { VoiceLinks } from '../ports/voice-links.ts';
import type { createRealtime } from '../realtime/realtime.ts';
import type { Sharing } from '../realtime/sharing/sharing.ts';

/** The application's dependencies. The caller closes what it opened once the application is closed. */
export interface AppDeps {
  readonly storage: Storage;
  /** The storage's condition, known without a call to it; always sound unless given. */
  readonly storageCondition?: () => StorageCondition;
  /** Reads that may be a moment old; `storage` itself unless given. */
  readonly recent?: RecentReads;
  readonly ephemeral: Ephemeral;
  readonly hasher: PasswordHasher;
  readonly clock: Clock;
  readonly keys: Keys;
  /** The payment provider; billing is off without. */
  readonly payments?: ConfiguredPayments;
  /** Sends mails; without it no email is verified, and the host resets passwords. */
  readonly mailSender?: MailSender | undefined;
  /** The store of uploaded pictures. */
  readonly avatars: AvatarStore;
  /** The built web client; may be absent. */
  readonly webRoot: string;
  /** The .proto files; may be absent. */
  readonly protoRoot: string;
  /** The page of the API reference; may be absent. */
  readonly referenceRoot: string;
  /** The documentation as pages; may be absent. */
  readonly docsRoot: string;
  /** Made by createLog(); writes to standard output unless given. */
  readonly log?: FastifyBaseLogger;
  /** Log lines that were dropped so far. */
  readonly droppedLogLines?: () => number;
  /** Serves https with it; plain http without. */
  readonly tls?: TlsIdentity;
  /** Of the certificate's key that is served now; the one of `tls` unless given. */
  readonly fingerprint?: () => string | undefined;
  /** The certificate that an authority signs for the server's name, beside `tls`. */
  readonly named?: NamedCertificate | undefined;
  /** The state of the certificate, for the host; null over plain http and unless given. */
  readonly certificate?: () => HealthDetailsView['certificate'];
  /** Addresses for invitations, best first; none unless given. */
  readonly addresses?: () => readonly string[];
  /** CPU and memory that the process uses; shown as 0 unless given. */
  readonly usage?: UsageMeter;
  /** The process's own metrics: a process has one registry, however many applications it builds. */
  readonly processMetrics?: Registry;
  /** Collects garbage, which stops this thread for a while; never called unless given. */
  readonly giveMemoryBack?: () => void;
  /** The memory that the process has of the system, bytes. */
  readonly residentBytes?: () => number;
  /** Connects the processes that serve the same rooms; without it this process has all rooms. The caller closes it. */
  readonly roomBus?: RoomBus | undefined;
  /** The part that opens the server to the internet; undefined, also when called, where nothing does. */
  readonly internet?: (() => Pick<InternetAccess, 'state' | 'shut'> | undefined) | undefined;
  /** By this machine's interfaces unless given. */
  readonly ownNetworks?: OwnNetworks;
  /** Notes travel over WebSockets alone without it. */
  readonly datagrams?: Datagrams | undefined;
  readonly voices?: VoiceLinks | undefined;
  /** Needed for /metrics and /health/detailed; only private networks may ask for them without. */
  readonly metricsToken?: string | undefined;
  /** Shared by the processes of the service; a process without it is alone. */
  readonly sharing?: Sharing | undefined;
  /** The shared time's lead over this process's service clock, µs. */
  readonly clockOffsetUs?: () => number;
  /** The name of this process among those of the service, for metrics. */
  readonly instance?: () => string | undefined;
  /** Probes Redis for /health/detailed; Redis is not in use if undefined. */
  readonly probeRedis?: Probe;
  /** How Redis was found last; ok unless given. */
  readonly redisCondition?: () => 'ok' | 'degraded' | 'down';
  readonly times?: ServerTimes;
  readonly versions?: ApiVersions;
  /** Makes the rooms, or what stands for them in tests of what REST shows of them. */
  readonly createRealtime?: typeof createRealtime;
}

/** AppDeps with every default filled in that more than one part of the application uses. */
export interface AppContext extends AppDeps {
  readonly config: Config;
  readonly recent: RecentReads;
  readonly log: FastifyBaseLogger;
  readonly versions: ApiVersions;
  readonly fingerprint: () => string | undefined;
  readonly audit: AuditLog;
  readonly outside: OutsideAddresses;
  /** Shared by all work that comes in bursts. */
  readonly paced: PacedWork;
}

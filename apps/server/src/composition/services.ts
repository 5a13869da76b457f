import { serviceLimits } from '@roomtone/protocol';
import { isPublicAddress } from '../adapters/page-fetcher/public-address.ts';
import { createPasskeys } from '../adapters/passkeys/webauthn.ts';
import { createProfanityMask } from '../adapters/profanity-mask.ts';
import { createAccessTokens } from '../adapters/tokens/access-tokens.ts';
import { botTokens } from '../adapters/tokens/bot-tokens.ts';
import { createRefreshTokens } from '../adapters/tokens/refresh-tokens.ts';
import { createTickets } from '../adapters/tokens/tickets.ts';
import { createWebhookSender } from '../adapters/webhooks/webhook-sender.ts';
import { createStunResponder } from '../adapters/webrtc/stun-responder.ts';
import { createAccountMails } from '../application/accounts/account-mails.ts';
import { createAccountNotices } from '../application/accounts/account-notices.ts';
import { createBots } from '../application/accounts/bots.ts';
import { Invitations } from '../application/accounts/invitations.ts';
import { limitPasswordWork } from '../application/accounts/limit-password-work.ts';
import { createLoginLock } from '../application/accounts/login-lock.ts';
import { createOwnPasskeys } from '../application/accounts/own-passkeys.ts';
import { createSealedSecrets } from '../application/accounts/sealed-secrets.ts';
import { createSecondFactors, type SecondFactorChanged } from '../application/accounts/second-factors.ts';
import { createSessions } from '../application/accounts/sessions.ts';
import { createSignIn } from '../application/accounts/sign-in.ts';
import { SignInChallenges } from '../application/accounts/sign-in-challenges.ts';
import { addressBlock } from '../application/address-block.ts';
import { auditedLoginLock, auditedSessions } from '../application/audit/audited.ts';
import { announceSubscription } from '../application/billing/announce-subscription.ts';
import { createBilling } from '../application/billing/billing.ts';
import { createByteBudgets } from '../application/byte-budgets.ts';
import { HostClaim } from '../application/hosting/host-claim.ts';
import { ReachTest } from '../application/hosting/reach-test.ts';
import { Webhooks } from '../application/hosting/webhooks.ts';
import { NewsRelay } from '../application/live-news.ts';
import { MailQueue } from '../application/mail/mail-queue.ts';
import { createRealtimeCounters } from '../application/realtime-counters.ts';
import { createRoom } from '../application/rooms/create-room.ts';
import { RestrictionEnds } from '../application/rooms/restriction-ends.ts';
import { deleteRoom, updateRoom } from '../application/rooms/update-room.ts';
import { createFriends } from '../application/social/friends.ts';
import { refuseRaw } from '../http/plugins/raw-replies.ts';
import { createRealtime } from '../realtime/realtime.ts';
import type { Realtime } from '../realtime/realtime-types.ts';
import { timers } from '../realtime/scheduler.ts';
import type { AppContext } from './app-context.ts';
import type { UpgradeChecks } from './upgrade-checks.ts';

export type Services = ReturnType<typeof buildServices>;

/** Everything that REST and WebSocket act through: tokens, use cases and the live rooms. */
export function buildServices(context: AppContext, { isAllowedOrigin, upgradeRules }: UpgradeChecks) {
  const {
    storage,
    ephemeral,
    clock,
    keys,
    log,
    paced,
    audit,
    giveMemoryBack,
    residentBytes,
    datagrams,
    voices,
    roomBus,
    config,
    outside,
  } = context;
  const hasher = limitPasswordWork(context.hasher, { ephemeral, factor: config.commandLimitFactor });
  const accessTokens = createAccessTokens(keys.accessTokens, clock);
  const refreshTokens = createRefreshTokens(keys.refreshTokens);
  const tickets = createTickets(keys, ephemeral, clock);
  const restrictions = new RestrictionEnds(clock);
  const counters = createRealtimeCounters();

  const news = new NewsRelay();
  const friends = createFriends({ storage, clock, news });
  const budgets = createByteBudgets(ephemeral, config.commandLimitFactor);
  const roomDeps = { storage, hasher, clock, news, budgets };
  const rooms = {
    createRoom: createRoom.bind(undefined, roomDeps),
    updateRoom: updateRoom.bind(undefined, roomDeps),
    deleteRoom: deleteRoom.bind(undefined, roomDeps),
  };
  const secrets = createSealedSecrets(keys.secondFactors);
  const webhooks = new Webhooks({
    ...{ storage, clock, secrets, audit, log, every: timers.every },
    sender: createWebhookSender(config.webhookAllowHosts),
  });
  const ownAddress =
    datagrams === undefined || config.direct === 'off'
      ? undefined
      : createStunResponder({
          host: config.host,
          // Behind the data channels' port, which their library has for itself.
          port: () => datagrams.port + 1,
          isKnown: (address) => realtime.isConnectedFrom(address),
          counters,
          nowUs: () => clock.serviceUs(),
          onMissing: (error) => log.warn({ err: error }, 'participants are not told their own address'),
        });
  const realtime: Realtime = (context.createRealtime ?? createRealtime)({
    storage,
    ephemeral,
    hasher,
    clock,
    tickets,
    createRoom: rooms.createRoom,
    updateRoom: rooms.updateRoom,
    friends,
    maskProfanity: createProfanityMask(),
    allowedOrigin: isAllowedOrigin,
    upgradeRules,
    refuseUpgrade: refuseRaw,
    counters,
    paced,
    restrictions,
    giveMemoryBack,
    residentBytes,
    roomBus,
    datagrams,
    voices,
    direct: { mode: config.direct, ownAddress },
    commandLimitFactor: config.commandLimitFactor,
    adminSecondFactor: config.adminSecondFactor,
    audit,
    events: webhooks,
    sharing: context.sharing,
    isUnknownAddress: (address) => outside.isUnknown(address),
    log,
  });
  news.connect(realtime);

  const sessions = auditedSessions(
    createSessions({
      storage,
      accessTokens,
      refreshTokens,
      clock,
      onEnded: (sessionId) => realtime.sessionEnded(sessionId),
    }),
    audit,
  );
  const passkeys = createPasskeys();
  const signIn = createSignIn({
    storage,
    hasher,
    clock,
    sessions,
    challenges: new SignInChallenges(ephemeral),
    secrets,
    passkeys,
    loginLock: auditedLoginLock(createLoginLock({ ephemeral, clock }), audit),
    secondFactorLock: createLoginLock({
      ephemeral,
      clock,
      purpose: 'second-factor',
      bounds: serviceLimits.secondFactor.lock,
    }),
  });
  const { mailSender } = context;
  const mailQueue =
    mailSender === undefined ? undefined : new MailQueue({ sender: mailSender, log, after: timers.after });
  const mailing =
    mailQueue === undefined || config.publicUrl === undefined
      ? undefined
      : { storage, ephemeral, server: { publicUrl: config.publicUrl, name: config.name }, queue: mailQueue, log };
  const notices = mailing === undefined ? undefined : createAccountNotices(mailing);
  const mails =
    mailing === undefined || notices === undefined
      ? undefined
      : createAccountMails({
          ...mailing,
          hasher,
          clock,
          onEnded: (sessionId) => realtime.sessionEnded(sessionId),
          audit,
          notices,
        });
  const invitations = new Invitations({
    storage,
    ephemeral,
    clock,
    audit,
    rule: config.invitations,
    isClosed: config.registration === 'closed',
    onRevoked: (invitationId) => realtime.invitationRevoked(invitationId),
  });
  const hostClaim = new HostClaim({ storage, audit });
  const ownBlocks = () => (context.addresses?.() ?? []).map((origin) => addressBlock(hostIn(origin)));
  const reach = new ReachTest({
    datagrams,
    clock,
    after: timers.after,
    isOutside: (address) => isPublicAddress(address) && !ownBlocks().includes(addressBlock(address)),
  });
  const onChanged: SecondFactorChanged = (userId, action, { address, language }) => {
    audit.record({ kind: 'second_factor_changed', userId, address, details: { action } });
    notices?.send(userId, action, language);
  };
  const secondFactors = createSecondFactors({ storage, ephemeral, hasher, clock, secrets, config, onChanged });
  const ownPasskeys = createOwnPasskeys({ storage, ephemeral, clock, passkeys, secondFactors, config, onChanged });
  const billing = createBilling({
    payments: context.payments?.payments,
    storage,
    clock,
    onSubscriptionChanged: async (userId, subscription) => {
      audit.record({ kind: 'billing_changed', userId, details: { status: subscription.status } });
      await announceSubscription({ storage, clock, realtime }, userId, subscription);
    },
  });
  const bots = createBots({
    storage,
    tokens: botTokens,
    clock,
    deleting: { billing, avatars: context.avatars, realtime, log },
    news: realtime,
    record: (event) => audit.record(event),
  });
  return {
    accessTokens,
    refreshTokens,
    tickets,
    hasher,
    restrictions,
    counters,
    friends,
    rooms,
    realtime,
    sessions,
    signIn,
    secondFactors,
    ownPasskeys,
    bots,
    invitations,
    reach,
    hostClaim,
    webhooks,
    mails,
    notices,
    closeMails: () => mailQueue?.close(),
    closeOwnAddress: () => ownAddress?.close(),
    billing,
  };
}

function hostIn(origin: string): string {
  return new URL(origin).hostname.replace(/^\[(.*)\]$/, '$1');
}

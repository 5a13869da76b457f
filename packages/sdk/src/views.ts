import { roomSettings } from '@roomtone/protocol';
import type * as wire from '@roomtone/protocol/rest';
import type { Camel } from './camel-case.ts';
import type { RoomInfo, RoomSettings, RoomType } from './room/from-wire.ts';

// The answers and bodies of REST calls. Names are in camelCase, and times are ms since 1970.

export type { AuditKind, BotScope, RoleName } from '@roomtone/protocol/rest';
export type AddPasskeyBody = Camel<wire.AddPasskeyBody>;
export type AuditLogView = Camel<wire.AuditLogView>;
export type AuditEntry = AuditLogView['entries'][number];
export type AvatarView = Camel<wire.AvatarView>;
export type BlockListView = Camel<wire.BlockListView>;
export type BlockEntry = BlockListView['blocks'][number];
export type BotListView = Camel<wire.BotListView>;
export type BotEntry = BotListView['bots'][number];
export type BotTokenView = Camel<wire.BotTokenView>;
export type CancelView = Camel<wire.CancelView>;
export type ChangePasswordBody = Camel<wire.ChangePasswordBody>;
export type ChatPageView = Camel<wire.ChatPageView>;
export type CheckoutBody = Camel<wire.CheckoutBody>;
export type CheckoutView = Camel<wire.CheckoutView>;
export type CreateBotBody = Camel<wire.CreateBotBody>;
export type EmailVerificationView = Camel<wire.EmailVerificationView>;
export type EndedSessionView = Camel<wire.EndedSessionView>;
export type FriendListView = Camel<wire.FriendListView>;
export type FriendEntry = FriendListView['friends'][number];
export type PendingRequestEntry = FriendListView['pendingRequests'][number];
export type FriendshipView = Camel<wire.FriendshipView>;
export type HealthView = Camel<wire.HealthView>;
export type ExportBody = Camel<wire.ExportBody>;
export type ExportView = Camel<wire.ExportView>;
export type HealthDetailsView = Camel<wire.HealthDetailsView>;
export type PasskeyAnswer = Camel<wire.PasskeyAnswer>;
export type PasskeyEntry = Camel<wire.PasskeyEntry>;
export type PasskeyOptionsView = wire.PasskeyOptionsView;
export type PortalBody = Camel<wire.PortalBody>;
export type PortalView = Camel<wire.PortalView>;
export type ProductListView = Camel<wire.ProductListView>;
export type Product = ProductListView['products'][number];
export type ProfileView = Camel<wire.ProfileView>;
export type PublicUserView = Camel<wire.PublicUserView>;
export type ReplaceBotTokenBody = Camel<wire.ReplaceBotTokenBody>;
export type RecoverPasswordBody = Camel<wire.RecoverPasswordBody>;
export type RecoveryCodesView = Camel<wire.RecoveryCodesView>;
export type RolesView = Camel<wire.RolesView>;
/** `data` is base64. */
export type RoomFileBody = Camel<wire.RoomFileBody>;
export type RoomFileView = Camel<wire.RoomFileView>;
export type ScrapeView = Camel<wire.ScrapeView>;
export type SecondFactorView = Camel<wire.SecondFactorView>;
export type ServerView = Camel<wire.ServerView>;
export type SessionListView = Camel<wire.SessionListView>;
export type SessionEntry = SessionListView['sessions'][number];
export type TotpSetupView = Camel<wire.TotpSetupView>;
export type SetListBody = Camel<wire.SetListBody>;
export type SetListEntry = Camel<wire.SetListEntry>;
export type SetListView = Camel<wire.SetListView>;
export type SheetBody = Camel<wire.SheetBody>;
export type SheetEntry = Camel<wire.SheetEntry>;
export type SheetListView = Camel<wire.SheetListView>;
export type SheetView = Camel<wire.SheetView>;
export type StandBody = Camel<wire.StandBody>;
export type StandView = Camel<wire.StandView>;
export type UpdateProfileBody = Camel<wire.UpdateProfileBody>;
export type UserReferenceView = Camel<wire.UserReferenceView>;
export type ValidateTokenView = Camel<wire.ValidateTokenView>;

/** The defaults of a new room. */
export interface NewRoom extends RoomChanges {
  readonly roomName: string;
  /** Default `public`. It never changes. */
  readonly roomType?: RoomType;
}

/** Absent fields keep their values. */
export interface RoomChanges {
  readonly roomName?: string;
  /** "" and null stand for none. */
  readonly password?: string | null;
  readonly maxUsers?: number;
  readonly settings?: Partial<RoomSettings>;
}

/** The keys of RoomChanges and of NewRoom. */
export const roomChanges = `roomName password maxUsers ${Object.keys(roomSettings)
  .map((name) => `settings.${name}`)
  .join(' ')}`;
export const newRoom = `${roomChanges} roomType`;

/** A room and who is inside. */
export interface RoomDetails extends RoomInfo {
  readonly settings: RoomSettings;
  readonly users: readonly RoomUser[];
}

export type RoomModeratorsView = Camel<wire.RoomModeratorsView>;
export type RoomModerator = RoomModeratorsView['moderators'][number];
export type LoopEntryView = Camel<wire.LoopEntry>;
export type LoopListView = Camel<wire.LoopListView>;
export type LoopView = Camel<wire.LoopView>;
export type ChangedLoopView = Camel<wire.ChangedLoopView>;
export type LoopFileView = Camel<wire.LoopFileView>;
export type MetronomeView = Camel<wire.MetronomeView>;
export type PlayoutModeView = Camel<wire.PlayoutModeView>;
export type TurnsView = Camel<wire.TurnsView>;
export type RoomPlayersView = Camel<wire.RoomPlayersView>;

export interface RoomUser {
  /** Their number in the room. */
  readonly participantId: number;
  /** "" for a guest. */
  readonly userId: string;
  readonly username: string;
  readonly displayName: string;
  readonly avatarUrl: string;
  /** True for a bot; absent otherwise. */
  readonly bot?: boolean;
  /** ms since 1970. */
  readonly joinedAt: number;
}

export interface RoomListView {
  readonly rooms: readonly RoomInfo[];
  readonly pagination: wire.Pagination;
}

export interface BansView {
  readonly bans: readonly Ban[];
}

export interface Ban extends Omit<Camel<wire.Ban>, 'participant'> {
  /** For guests only: the number they had, which is needed to end the ban. */
  readonly participantId?: number;
}

import type { WebhookEvent } from '@roomtone/protocol/rest';

/** Something that webhooks may be told. */
export interface ServiceEvent {
  readonly type: WebhookEvent;
  readonly roomId: string;
  readonly data: Readonly<Record<string, string | number | boolean>>;
}

/** Takes what happens; never waits and never throws. */
export interface ServiceEvents {
  tell(event: ServiceEvent): void;
}

/** A request to a webhook. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends requests to webhooks; never into the server's own network unless the host has allowed the address. */
export interface WebhookSender {
  /** @throws {RoomtoneError} VALIDATION_ERROR on `url` for an address that can never be sent to. */
  check(url: string): void;
  /** Resolves with the status of the answer, or with why there was none. */
  send(request: WebhookRequest, signal: AbortSignal): Promise<{ readonly status: number } | { readonly error: string }>;
}

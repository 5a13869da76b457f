/** A web page's own metadata. Texts are plain (entities decoded, on one line) and bounded; "" if absent. */
export interface Page {
  readonly title: string;
  readonly description: string;
  /** Absolute and http(s), or "". */
  readonly image: string;
  /** The address after redirects, without a fragment. */
  readonly url: string;
}

/** Reads web pages whose addresses users paste; never anything inside the server's own network. */
export interface PageFetcher {
  /**
   * @throws {RoomtoneError} VALIDATION_ERROR on `url` for an address that is malformed or not public;
   *   RESOURCE_NOT_FOUND for a page that cannot be read, whatever the reason (S20.6).
   */
  fetch(url: string): Promise<Page>;
}

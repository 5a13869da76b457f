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
   * @param by the address block that asks; each has a share of the pages that are read at once, without it there is none.
   * @throws {RoomtoneError} VALIDATION_ERROR on `url` for an address that is malformed or not public;
   *   RESOURCE_NOT_FOUND for a page that cannot be read, whatever the reason (S20.6).
   */
  fetch(url: string, by?: string): Promise<Page>;
}

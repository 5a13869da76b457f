/** Stores uploaded pictures under names derived from their content. */
export interface AvatarStore {
  /** Stores a picture and resolves with its name: the same for the same user and bytes, different for any other user. */
  put(userId: string, webp: Uint8Array): Promise<string>;
  /** Undefined for an unknown or malformed name. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Does nothing if there is no such picture. */
  remove(name: string): Promise<void>;
}

/** Makes uploads safe to show: the output is always a small picture and nothing else. */
export interface AvatarMaker {
  /**
   * A WebP of 256×256 pixels without metadata.
   * @throws {RoomtoneError} VALIDATION_ERROR on `avatar` for anything but a supported picture; RATE_LIMIT_EXCEEDED if too
   *   many are waiting.
   */
  make(upload: Uint8Array): Promise<Uint8Array>;
}

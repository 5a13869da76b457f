/** Where uploaded pictures are kept, by names that tell their content. */
export interface AvatarStore {
  /** Keeps a picture; its name is the same for the same user and the same bytes, and nobody else's. */
  put(userId: string, webp: Uint8Array): Promise<string>;
  /** Undefined for a name it does not have, of whatever form. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Nothing happens where it is gone. */
  remove(name: string): Promise<void>;
}

/** Makes pictures safe to show: whatever was uploaded, what comes out is a small picture and nothing else. */
export interface AvatarMaker {
  /**
   * A WebP of 256×256 pixels without metadata.
   * @throws {RoomtoneError} VALIDATION_ERROR on `avatar` for what is no such picture; RATE_LIMIT_EXCEEDED when too many
   *   wait.
   */
  make(upload: Uint8Array): Promise<Uint8Array>;
}

/** What TypeScript's libraries do not describe yet (Web Audio API, AudioPlaybackStats). */
interface CountingContext {
  readonly playbackStats?: { readonly underrunEvents: number };
}

/** How often sound broke off because it was not computed in time; undefined where the browser does not count it. */
export function dropoutsOf(context: AudioContext): number | undefined {
  // A structural view of the same object.
  return (context as CountingContext).playbackStats?.underrunEvents;
}

/** TypeScript's libraries do not describe this yet (Web Audio API, AudioPlaybackStats). */
interface CountingContext {
  readonly playbackStats?: { readonly underrunEvents: number };
}

/** The number of dropouts, when sound was not computed in time; undefined if the browser does not count them. */
export function dropoutsOf(context: AudioContext): number | undefined {
  // A structural view of the same object.
  return (context as CountingContext).playbackStats?.underrunEvents;
}

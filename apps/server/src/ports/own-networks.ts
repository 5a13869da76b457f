/** here: this machine. network: one of the networks that it is in. outside: anywhere else, such as the internet. */
export type Place = 'here' | 'network' | 'outside';

/** Tells this machine's own networks from the rest of the world. */
export interface OwnNetworks {
  /** @param address of a client, as its socket has it. What is no address counts as outside. */
  placeOf(address: string): Place;
}

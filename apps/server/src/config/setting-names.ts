import { closest, distance } from 'fastest-levenshtein';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables of Roomtone's other programs, its tests and its tools, which a server may inherit. */
const otherPrograms = new Set(
  (
    'ALSA_VM CHROMIUM CONFIG_DIR DIR DOMAIN FAULTS FAULTS_BELOW FAULTS_TRACE HOSTILE INVITATION KEYCHAIN PICTURES ' +
    'REAL_ELECTRON REAL_ELECTRON_APP ROOM_PASSWORD SERVER SHOW_PEBBLE SKIP SYSTEM_LANGUAGE TARBALLS TOKEN TRACE UPDATE_PRIVATE_KEY ' +
    'UPDATE_PUBLIC_KEY VITEST_RESULTS ' +
    'WHOLE_CHROMIUM WRONG_KEY'
  )
    .split(' ')
    .map((name) => `ROOMTONE_${name}`),
);
/** Kubernetes adds these to every pod beside a Service with the name `roomtone`. */
const kubernetes = /^ROOMTONE_(SERVICE_(HOST|PORT)(_\w+)?|PORT_\d+_(TCP|UDP)(_(PROTO|PORT|ADDR))?)$/;
/** A name of another program differs from every setting in more letters than this. */
const maxSlips = 2;

/** Problems with variables that look like settings and are none (S2.17). @param known every setting. */
export function unknownSettings(env: Environment, known: readonly string[]): string[] {
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name) || otherPrograms.has(name)) return [];
    const upper = name.toUpperCase();
    if (kubernetes.test(name)) return [`${name} comes from a Service in Kubernetes: set enableServiceLinks: false.`];
    if (upper.startsWith('ROOMTONE_TEST_')) return [];
    const nearest = closest(upper, known);
    const isMeant = upper.startsWith('ROOMTONE_') || distance(upper, nearest) <= maxSlips;
    return isMeant ? [`${name} is not a setting: did you mean ${nearest}?`] : [];
  });
}

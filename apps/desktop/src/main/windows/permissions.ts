import type { Session } from 'electron';
import { isAppUrl } from '../../shared/app-origin.ts';

/**
 * The permissions of the app's own pages beyond those of any page: to choose an audio output, and to reach the server
 * inside the app, which is on the loopback network. MIDI devices have their own process.
 */
const granted: ReadonlySet<string> = new Set([
  'speaker-selection',
  'loopback-network',
  'local-network',
  'local-network-access',
]);

/** Denies every permission except the few that only the app's own pages have. */
export function restrictPermissions(
  session: Pick<
    Session,
    | 'setPermissionRequestHandler'
    | 'setPermissionCheckHandler'
    | 'setDevicePermissionHandler'
    | 'setDisplayMediaRequestHandler'
  >,
): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    // A page asks for the microphone when its user presses Talk; no page ever sees through a camera.
    const isMicrophone = permission === 'media' && 'mediaTypes' in details && isAudioAlone(details.mediaTypes);
    answer((granted.has(permission) || isMicrophone) && isAppUrl(details.requestingUrl));
  });
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin, { mediaType }) => {
    // The names of speakers and microphones are visible only to pages that pass this check.
    const isFine = granted.has(permission) || (permission === 'media' && mediaType === 'audio');
    return isFine && isAppUrl(requestingOrigin);
  });
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
}

function isAudioAlone(types: readonly string[] | undefined): boolean {
  return types?.length === 1 && types[0] === 'audio';
}

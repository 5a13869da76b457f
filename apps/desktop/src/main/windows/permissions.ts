import type { Session } from 'electron';
import { isAppUrl } from '../../shared/app-origin.ts';

/**
 * What the app's own pages may use of the machine beyond what every page may: the choice of an audio output, and the
 * server inside the app, which is on the loopback network. MIDI devices have a process of their own.
 */
const granted: ReadonlySet<string> = new Set([
  'speaker-selection',
  'loopback-network',
  'local-network',
  'local-network-access',
]);

/** Denies pages every permission but those few, which only the app's own have. */
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
    // Speakers have names only for pages that may use the microphone; the camera has nothing to do with it.
    const isMicrophone = 'mediaTypes' in details && details.mediaTypes?.every((type) => type === 'audio') === true;
    const isFine = granted.has(permission) || (permission === 'media' && isMicrophone);
    answer(isFine && isAppUrl(details.requestingUrl));
  });
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin, { mediaType }) => {
    const isFine = granted.has(permission) || (permission === 'media' && mediaType === 'audio');
    return isFine && isAppUrl(requestingOrigin);
  });
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
}

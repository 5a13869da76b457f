/** Fields that differ from run to run, by name. */
const random: readonly (readonly [field: RegExp, shown: string])[] = [
  [
    /"(token|refresh_token|resume_token|encrypted_payload|resumeToken|connectionId|messageId|fingerprint|icePwd|iceUfrag)": "[^"]+"/g,
    '…',
  ],
  // It follows from the account's id.
  [/"(color)": "#[0-9a-f]{6}"/g, '#21d1ca'],
  [/"(version)": "\d+\.\d+\.\d+[^"]*"/g, '1.2.3'],
];

/**
 * Makes a text the same in each run: values with a name become that name, secrets and ids become …
 * @param names by value.
 */
export function hideRandom(text: string, names: ReadonlyMap<string, string>): string {
  let shown = text;
  for (const [value, name] of names) shown = shown.replaceAll(value, name);
  for (const [field, by] of random) shown = shown.replace(field, (_, key: string) => `"${key}": "${by}"`);
  return shown
    .replace(/Bearer [\w.-]+/g, 'Bearer …')
    .replace(/wss?:\/\/[^"]+/g, 'wss://music.example.org/api/websocket/…')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '…')
    .replace(/initial-(\w)\d/g, 'initial-$10')
    .replace(/Guest-\w+/g, 'Guest-k3x9');
}

import { strings } from '../strings.ts';
import './fingerprint.css';

/** A server's fingerprint, in groups that two people can read to each other. */
export function Fingerprint({
  of,
  label = strings.servers.fingerprint,
}: {
  readonly of: string;
  readonly label?: string;
}) {
  const groups = of.match(/.{1,4}/g) ?? [];
  return (
    <div className="fingerprint">
      <span className="muted">{label}</span>
      <code>
        {groups.map((group, index) => (
          // The groups never change.
          // biome-ignore lint/suspicious/noArrayIndexKey: two groups may be equal
          <span key={index}>{group}</span>
        ))}
      </code>
    </div>
  );
}

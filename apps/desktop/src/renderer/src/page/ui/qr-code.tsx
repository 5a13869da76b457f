import { useMemo } from 'react';
import { encode } from 'uqr';
import './qr-code.css';

interface QrCodeProps {
  readonly text: string;
  /** Describes the code for screen readers. */
  readonly label: string;
}

/** A text for cameras: dark on light in both themes, as cameras expect it, with the margin they need. */
export function QrCode({ text, label }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: 4 });
    const cells = code.data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
    return { size: code.size, path: cells.join('') };
  }, [text]);
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  );
}

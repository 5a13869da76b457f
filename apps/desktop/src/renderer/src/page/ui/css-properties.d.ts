import 'react';

declare module 'react' {
  interface CSSProperties {
    // Our own properties, such as --player.
    [name: `--${string}`]: string | number | undefined;
  }
}

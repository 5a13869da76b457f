import 'react';

declare module 'react' {
  interface CSSProperties {
    // Custom properties such as --player.
    [name: `--${string}`]: string | number | undefined;
  }
}

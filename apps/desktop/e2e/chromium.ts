import type { LaunchOptions } from '@playwright/test';

const args = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Microphones and speakers to choose from, whatever the machine has.
  '--use-fake-device-for-media-stream',
  // A name for this machine that the browser does not treat as loopback, because plain http gets fewer features there.
  '--host-resolver-rules=MAP roomtone.local 127.0.0.1',
  // Chromium takes a script injected by a test for a public site that accesses this machine.
  '--disable-features=LocalNetworkAccessChecks',
];
const whole = process.env['ROOMTONE_WHOLE_CHROMIUM'] ?? '/usr/bin/chromium';

/** The headless shell if it is available: nearly all tests need no more, and it uses fewer resources. */
export const chromium: LaunchOptions = { executablePath: process.env['ROOMTONE_CHROMIUM'] ?? whole, args };

/** Full Chromium, for certificate warnings and the choice of an audio output. */
export const wholeChromium: LaunchOptions = { executablePath: whole, args };

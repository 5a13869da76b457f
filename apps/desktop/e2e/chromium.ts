import { hostname } from 'node:os';
import type { LaunchOptions } from '@playwright/test';

/**
 * This machine's name on its network, which every server on it accepts. Browsers do not treat it as loopback, because plain http
 * gets fewer features there.
 */
export const networkName = `${hostname().toLowerCase().split('.')[0]}.local`;

const args = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Microphones and speakers to choose from, whatever the machine has.
  '--use-fake-device-for-media-stream',
  // Nobody has to answer for the name on the network.
  `--host-resolver-rules=MAP ${networkName} 127.0.0.1`,
  // Chromium takes a script injected by a test for a public site that accesses this machine.
  '--disable-features=LocalNetworkAccessChecks',
];
const whole = process.env['ROOMTONE_WHOLE_CHROMIUM'] ?? '/usr/bin/chromium';

/** The headless shell if it is available: nearly all tests need no more, and it uses fewer resources. */
export const chromium: LaunchOptions = { executablePath: process.env['ROOMTONE_CHROMIUM'] ?? whole, args };

/** Full Chromium, for certificate warnings and the choice of an audio output. */
export const wholeChromium: LaunchOptions = { executablePath: whole, args };

import type { LaunchOptions } from '@playwright/test';

const args = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Microphones and speakers to choose from, whatever the machine has.
  '--use-fake-device-for-media-stream',
  // This machine by a name that is no loopback address to the browser: what it gives plain http is less.
  '--host-resolver-rules=MAP roomtone.local 127.0.0.1',
  // A script that a test puts in has no address, which Chromium takes for a public site's reaching for this machine.
  '--disable-features=LocalNetworkAccessChecks',
];
const whole = process.env['ROOMTONE_WHOLE_CHROMIUM'] ?? '/usr/bin/chromium';

/** The one without windows of its own where there is one: nearly all tests need no more, and it takes less of the machine. */
export const chromium: LaunchOptions = { executablePath: process.env['ROOMTONE_CHROMIUM'] ?? whole, args };

/** With what belongs to its windows: warnings of certificates, and which device sound leaves by. */
export const wholeChromium: LaunchOptions = { executablePath: whole, args };

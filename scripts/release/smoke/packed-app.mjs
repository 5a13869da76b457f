// A packed app, started as its users start it. Its fuses shut Node's debugger out; the one of its pages is let in by a switch.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import {
  attachToPages,
  devToolsLine,
  devToolsSwitch,
  spawnElectron,
} from '../../../apps/desktop/e2e/running-electron.ts';
import { root } from '../../run.mjs';

const asOrdinaryUser = join(root, 'testing/real-electron/as-ordinary-user.sh');

/** A command, run by an ordinary user where this is root's. */
export function ordinarily(program, args) {
  return process.platform === 'linux' ? [asOrdinaryUser, [program, ...args]] : [program, args];
}

/** Switches that keep a person's data in one folder and let Playwright in. */
export function flagsFor(folder) {
  return [`--user-data-dir=${join(folder, 'data')}`, '--disable-gpu', devToolsSwitch];
}

/** The environment of a person whose home is in that folder. */
function environmentOf(folder, desktop) {
  return {
    ...process.env,
    ...desktop,
    ...{ XDG_CONFIG_HOME: join(folder, 'config'), XDG_DATA_HOME: join(folder, 'share') },
  };
}

/**
 * @param {string} program
 * @param {string} folder one person's, for all data
 * @param {{ desktop?: NodeJS.ProcessEnv, by?: string }} [options] `desktop`: the screen and the session; `by`: a link to start with
 */
export async function startPacked(program, folder, { desktop = {}, by } = {}) {
  mkdirSync(folder, { recursive: true });
  const env = environmentOf(folder, desktop);
  const flags = flagsFor(folder);
  const { child, gone, printed } = spawnElectron(...ordinarily(program, [...flags, ...(by ? [by] : [])]), env);
  const browser = await attachToPages(await printed(devToolsLine));
  const [context] = browser.contexts();
  const errors = [];
  const watch = (page) => {
    page.on('pageerror', ({ message }) => errors.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
  };
  context.on('page', watch);
  context.pages().forEach(watch);
  await context.addInitScript(listenToLoudspeakers);
  const page = context.pages().find((each) => new URL(each.url()).protocol === 'app:');
  await page.reload();
  return {
    page,
    context,
    /** The errors that the pages have logged. */
    errors,
    quit: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      await browser.close();
      child.kill();
      await gone;
    },
  };
}

/** The loudest sample that a page sends to the loudspeakers at this moment. */
export function expectSound(page) {
  return expect.poll(() => page.evaluate(() => globalThis.roomtoneLoudness())).toBeGreaterThan(0.01);
}

/** Runs in the page: an analyser beside the loudspeakers. */
function listenToLoudspeakers() {
  const analysers = [];
  const { connect } = AudioNode.prototype;
  AudioNode.prototype.connect = function (...args) {
    if (args[0] instanceof AudioDestinationNode) {
      const analyser = this.context.createAnalyser();
      analysers.push(analyser);
      connect.call(this, analyser);
    }
    return connect.apply(this, args);
  };
  globalThis.roomtoneLoudness = () => {
    const samples = analysers.map((analyser) => {
      const wave = new Float32Array(analyser.fftSize);
      analyser.getFloatTimeDomainData(wave);
      return Math.max(...wave.map(Math.abs));
    });
    return Math.max(0, ...samples);
  };
}

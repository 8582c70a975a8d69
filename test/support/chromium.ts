import { accessSync, constants } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

/** Where Debian and others install it; CHROMIUM names another one. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** A browser that does nothing of its own accord. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const executablePath = [process.env.CHROMIUM ?? '', ...PLACES].find(isExecutable);

/** Why there is no browser for tests; undefined when there is one. */
export const whyNoBrowser =
  executablePath === undefined
    ? 'there is no Chromium; install the package chromium (Debian), or name a program with CHROMIUM'
    : undefined;

/** Starts a browser with an empty profile in a temporary folder. */
export function launchBrowser(): Promise<Browser> {
  if (executablePath === undefined) throw new Error(whyNoBrowser);
  return chromium.launch({ executablePath, args: ARGUMENTS });
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

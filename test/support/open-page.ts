import { accessSync, constants } from 'node:fs';
import { type Browser, type Page, chromium } from 'playwright-core';

/** An open page of a browser, and its problems. */
export interface OpenPage {
  readonly page: Page;
  /** Console errors and warnings, violations of the page's policy, requests to other hosts. */
  readonly problems: string[];
}

/**
 * Opens a page in a new profile.
 *
 * @param viewport size in pixels
 */
export async function openPage(
  browser: Browser,
  url: string,
  viewport = { width: 1280, height: 900 },
): Promise<OpenPage> {
  const context = await browser.newContext({ viewport });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('dialog', (dialog) => {
    problems.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const at = request.url();
    if (!at.startsWith(`${new URL(url).origin}/`) && !at.startsWith('data:')) {
      problems.push(`a request to ${at}`);
    }
  });
  await page.exposeFunction('reportViolation', (directive: string) => {
    problems.push(`a violation of ${directive}`);
  });
  await page.addInitScript(
    "addEventListener('securitypolicyviolation', (event) => reportViolation(event.violatedDirective))",
  );
  await page.goto(url);
  return { page, problems };
}

/** Usual places of Chromium; the variable CHROMIUM names another one. */
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Keeps the browser from acting on its own. */
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

/** Why there is no browser for tests; undefined if there is one. */
export const whyNoBrowser =
  executablePath === undefined
    ? 'there is no Chromium; install the package chromium (Debian), or name a program with CHROMIUM'
    : undefined;

/** Starts a browser with an empty profile in a temporary folder. @param more additional arguments */
export function launchBrowser(...more: readonly string[]): Promise<Browser> {
  if (executablePath === undefined) throw new Error(whyNoBrowser);
  return chromium.launch({ executablePath, args: [...ARGUMENTS, ...more] });
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

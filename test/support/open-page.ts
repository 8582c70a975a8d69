import type { Browser, Page } from 'playwright-core';

/** A page that is open in a browser, and what a user would not want of it. */
export interface OpenPage {
  readonly page: Page;
  /** Errors and warnings of the console, violations of the page's policy, requests to elsewhere. */
  readonly problems: string[];
}

/**
 * Opens a page in a profile of its own.
 *
 * @param viewport its size in pixels
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

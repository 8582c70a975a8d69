import type { Page } from 'playwright-core';
import { TOKEN } from '../../../support/plant-service';

export async function authorizeOnPage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Authorize' }).first().click();
  const dialog = page.locator('.dialog-ux');
  await dialog.locator('input').fill(TOKEN);
  await dialog.getByRole('button', { name: 'Apply credentials' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
}

/** Sends a body from the page. @returns the status, once the page shows it */
export async function addPlantOnPage(page: Page, body: string): Promise<string> {
  const operation = page.locator('.opblock');
  await operation.getByRole('button', { name: 'Try it out' }).click();
  await operation.locator('textarea').fill(body);
  const answered = page.waitForResponse('**/plants');
  await operation.getByRole('button', { name: 'Execute' }).click();
  const status = String((await answered).status());
  const shown = operation.locator('.live-responses-table .response-col_status');
  await shown.filter({ hasText: status }).waitFor();
  return status;
}

import path from 'node:path';
import { launchBrowser, openPage } from '../../../support/open-page';
import { startPlantService } from '../../../support/plant-service';
import { authorizeOnPage } from './page-actions';

/** `npm run screenshot`: the picture of the docs page in the README. */

const FILE = path.join(__dirname, '..', '..', '..', '..', 'docs', 'images', 'docs-page.png');
const VIEWPORT = { width: 1080, height: 1050 };

async function takeScreenshot(): Promise<void> {
  const service = await startPlantService({ PORT: '3000' });
  const browser = await launchBrowser();
  try {
    const { page } = await openPage(browser, `${service.url}/-/docs`, VIEWPORT);
    await authorizeOnPage(page);
    await page.locator('.opblock').waitFor();
    await page.evaluate('document.activeElement.blur(); scrollTo(0, 0)');
    await page.screenshot({ path: FILE });
  } finally {
    await browser.close();
    await service.close();
  }
}

void takeScreenshot();

import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, whyNoBrowser, openPage, type OpenPage } from '../../../support/open-page';
import { startPlantService, type PlantService } from '../../../support/plant-service';
import { serveMock } from '../../../support/serve-mock';
import { parseSource, readDocument } from '../../../../src/tools/document/read/read-document';
import type { SourceDocument } from '../../../../src/tools/document';
import { addPlantOnPage, authorizeOnPage } from './page-actions';

/** The docs page as a real browser shows it: what it does, and that nothing leaves its origin. */

const FIXTURES = path.join(__dirname, '..', '..', '..', 'fixtures');

if (whyNoBrowser !== undefined) {
  process.stderr.write(`skipped: the docs page in a browser, since ${whyNoBrowser}\n`);
}
const describeHere = whyNoBrowser === undefined ? describe : describe.skip;

describeHere('the docs page in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  /** The page of a document that the mock serves, for as long as the function takes. */
  async function withMock<T>(
    source: SourceDocument,
    use: (page: Page, problems: readonly string[]) => Promise<T>,
  ): Promise<T> {
    const listener = await serveMock(source);
    try {
      const { page, problems } = await openPage(browser, `${listener.url}/-/docs`);
      await page.locator('.swagger-ui .info').waitFor();
      const used = await use(page, problems);
      await page.context().close();
      return used;
    } finally {
      await listener.close(0);
    }
  }

  describe('of the plant store', () => {
    let service: PlantService;
    let opened: OpenPage;
    beforeAll(async () => {
      service = await startPlantService();
      opened = await openPage(browser, `${service.url}/-/docs`);
    });
    afterAll(() => service.close());

    it('has a title and the numbers of errors, and adds a plant as it was typed', async () => {
      const { page, problems } = opened;
      await page.locator('.opblock').waitFor();
      expect(await page.title()).toBe('Plant Store – API documentation');
      expect(await page.evaluate('document.documentElement.lang')).toBe('en');
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(/^Plant Store/);
      const row = page.getByRole('row', { name: /^40901 / });
      expect(await row.innerText()).toMatch(
        /^40901\s+idTaken\s+The id belongs to a plant with another name or tag$/,
      );
      await authorizeOnPage(page);
      expect(await addPlantOnPage(page, '{"id":9007199254740993,"name":"Monstera"}')).toBe('200');
      expect(await service.stored()).toEqual([{ id: 9007199254740993n, name: 'Monstera' }]);
      expect(problems).toEqual([]);
    });

    it('is refused without a token, and keeps none of the page before', async () => {
      // It got one in the test before.
      const { page, problems } = opened;
      await page.reload();
      expect(await addPlantOnPage(page, '{"id":2,"name":"Ginkgo"}')).toBe('401');
      expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
      // What Chromium itself says of each such response.
      expect(problems).toEqual([
        'Failed to load resource: the server responded with a status of 401 (Unauthorized)',
      ]);
    });

    it('works behind a proxy that adds a path', async () => {
      const proxy = createServer((asked, given) => {
        const { method, headers, url = '' } = asked;
        const target = service.url + url.replace(/^\/api/, '');
        const forwarded = request(target, { method, headers }, (response) => {
          given.writeHead(response.statusCode ?? 0, response.headers);
          response.pipe(given);
        });
        asked.pipe(forwarded);
      });
      await once(proxy.listen(0, '127.0.0.1'), 'listening');
      try {
        const { port } = proxy.address() as AddressInfo;
        const { page, problems } = await openPage(browser, `http://127.0.0.1:${port}/api/-/docs`);
        await authorizeOnPage(page);
        expect(await addPlantOnPage(page, '{"id":3,"name":"Aloe"}')).toBe('200');
        expect(problems).toEqual([]);
      } finally {
        proxy.close();
      }
    });

    it('tries nothing on MANAGEMENT_PORT, and says where to', async () => {
      const separate = await startPlantService({ MANAGEMENT_PORT: '0' });
      try {
        const { page, problems } = await openPage(browser, `${separate.managementUrl}/-/docs`);
        await page.locator('.opblock').waitFor();
        expect(await page.getByRole('button', { name: 'Try it out' }).count()).toBe(0);
        expect(await page.getByRole('status').innerText()).toMatch(/at the port of the service/);
        expect(problems).toEqual([]);
      } finally {
        await separate.close();
      }
    });
  });

  it.each(['odd-names', 'openapi-3.2'])(
    'shows each operation of %s.yaml without a fault',
    async (name) => {
      const source = readDocument(path.join(FIXTURES, `${name}.yaml`));
      await withMock(source, async (page, problems) => {
        await page.locator('.opblock').first().waitFor();
        const shown = await page.locator('.opblock-summary-path').allInnerTexts();
        const paths = Object.keys(Object(source.document.paths) as object);
        // Swagger UI puts places for line breaks into long paths.
        expect(new Set(shown.map((each) => each.replaceAll('\u200b', '')))).toEqual(
          new Set([...paths, ...Object.keys(Object(source.document.webhooks) as object)]),
        );
        expect(problems).toEqual([]);
      });
    },
  );

  it('sends requests to itself, whatever servers the document names', async () => {
    const source = readDocument(path.join(FIXTURES, 'mock.yaml'));
    await withMock(source, async (page, problems) => {
      const operation = page.locator('.opblock').first();
      await operation.getByRole('button', { name: 'Try it out' }).click();
      await operation.getByRole('button', { name: 'Execute' }).click();
      await operation.locator('.live-responses-table', { hasText: '200' }).first().waitFor();
      expect(await page.locator('.servers').innerText()).toContain('https://example.com/v1');
      expect(await page.getByRole('status').innerText()).toMatch(
        /^Numbers beyond 2\^53 are rounded/,
      );
      expect(problems).toEqual([]);
    });
  });

  it('fits a narrow screen, where tables scroll', async () => {
    const source = parseSource(wide(), 'wide.json');
    await withMock(source, async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      const operation = page.locator('.opblock').first();
      await operation.locator('.responses-table').waitFor();
      await operation.getByRole('button', { name: 'Try it out' }).click();
      await operation.getByRole('button', { name: 'Execute' }).click();
      await operation.locator('.live-responses-table').first().waitFor();
      await page.getByRole('cell', { name: 'the last column' }).first().waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    });
  });

  it('shows what the document refers to from its path items', async () => {
    const source = parseSource(REFERRING, 'referring.yaml');
    await withMock(source, async (page) => {
      const described = page.getByText('How many at most');
      await described.nth(1).waitFor();
      expect(await described.count()).toBe(2);
    });
  });

  describe('of a hostile document', () => {
    let loaded = 0;
    const elsewhere = createServer((_, response) => {
      loaded++;
      response.end();
    });
    beforeAll(async () => {
      await once(elsewhere.listen(0, '127.0.0.1'), 'listening');
    });
    afterAll(() => elsewhere.close());

    it('runs nothing of what it says, and loads nothing from elsewhere', async () => {
      const { port } = elsewhere.address() as AddressInfo;
      const source = parseSource(hostile(`http://127.0.0.1:${port}`), 'hostile.json');
      await withMock(source, async (page, problems) => {
        await page.locator('.opblock').first().waitFor();
        await page.getByText('the end of the description').first().waitFor();
        const links = await page.locator('main a[href]').evaluateAll((all) => all.map(String));
        expect(links.filter((link) => !/^(?:https?:|mailto:|about:blank$)/.test(link))).toEqual([]);
        expect(await page.evaluate(PRESS_ALL)).toBeGreaterThan(0);
        expect(await page.evaluate('globalThis.ran')).toBeUndefined();
        // Browsers of late report the handlers of elements that the sanitizer reads, which are in no page.
        const grave = /dialog|script-src(?!-attr)/;
        const isOfHandler = (problem: string): boolean => problem.includes('inline event handler');
        expect(problems.filter((each) => grave.test(each) && !isOfHandler(each))).toEqual([]);
        expect(loaded).toBe(0);
      });
    });
  });
});

/** A document that needs more room than a telephone has. */
function wide(): string {
  const cells = Array.from({ length: 9 }, () => 'unbreakablyLongWord');
  const table = [[...cells, 'the last column'], [...cells, ''].map(() => '---')];
  const description = table.map((row) => `| ${row.join(' | ')} |`).join('\n');
  const value = { reference: 'x'.repeat(200) };
  const schema = { type: 'object', description, properties: { reference: { type: 'string' } } };
  const headers = { 'X-Reference-Of-The-Request': { description: 'Where it came from', schema } };
  const content = { 'application/json': { schema, examples: { aNameOfAnExample: { value } } } };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'A title of some length'.repeat(3), version: '1.0.0', description },
    servers: [{ url: `https://${'long.'.repeat(20)}example/v1` }],
    paths: {
      [`/${'reports'.repeat(12)}`]: {
        get: {
          ...{ operationId: 'find', summary: 'Finds'.repeat(20), description },
          responses: { 200: { description, headers, content } },
        },
      },
    },
  });
}

const PRESS_ALL = "[...document.querySelectorAll('main b')].map((each) => each.click()).length";

const REFERRING = `openapi: 3.1.0
info: { title: References, version: 1.0.0 }
paths:
  /pages:
    parameters: [{ $ref: '#/components/parameters/Limit' }]
    get: { operationId: list, responses: { 204: { description: Done } } }
  /shared: { $ref: '#/components/pathItems/Shared' }
components:
  parameters:
    Limit: { in: query, name: limit, description: How many at most, schema: { type: integer } }
  pathItems:
    Shared:
      parameters: [{ $ref: '#/components/parameters/Limit' }]
      get: { operationId: shared, responses: { 204: { description: Done } } }
`;

/** A document that tries to run code wherever it may say something. */
function hostile(elsewhere: string): string {
  const run = 'globalThis.ran = 1';
  const text = [
    `<script>${run}</script>`,
    `<img src="x" onerror="${run}">`,
    `<img src="${elsewhere}/x.png"> ![](${elsewhere}/y.png)`,
    `<svg onload="${run}"><a href="javascript:${run}">a</a></svg>`,
    `<iframe src="${elsewhere}" srcdoc="<script>parent.${run}</script>"></iframe>`,
    `<style>@import '${elsewhere}/x.css'; main { display: none }</style>`,
    `<form action="${elsewhere}"><button>send</button></form>`,
    `<link rel="stylesheet" href="${elsewhere}/x.css"><base href="${elsewhere}">`,
    `<meta http-equiv="refresh" content="0; url=${elsewhere}">`,
    `<b onclick="${run}">press me</b> [a](javascript:${run}) [b](data:text/html,x)`,
    'the end of the description',
  ].join('\n\n');
  const url = `javascript:${run}`;
  const schema = {
    title: text,
    description: text,
    enum: [1],
    'x-enum-varnames': [text],
    'x-enum-descriptions': [text],
    externalDocs: { url },
  };
  return JSON.stringify({
    openapi: '3.1.0',
    info: {
      title: `<img src="x" onerror="${run}">`,
      version: text,
      summary: text,
      description: text,
      termsOfService: url,
      contact: { name: text, url, email: `a@b.c?${url}` },
      license: { name: text, url },
    },
    servers: [{ url: 'https://example.com/', description: `<img src="x" onerror="${run}">` }],
    externalDocs: { url, description: text },
    tags: [{ name: 'a', description: text, externalDocs: { url } }],
    paths: {
      '/a': {
        get: {
          tags: ['a'],
          operationId: 'a',
          summary: `<img src="x" onerror="${run}">`,
          externalDocs: { url },
          parameters: [{ in: 'query', name: 'b', description: text, schema }],
          responses: {
            200: {
              description: text,
              content: {
                'application/json': { schema, examples: { c: { summary: text, value: text } } },
              },
            },
          },
        },
      },
    },
    components: { schemas: { Hostile: schema } },
  });
}

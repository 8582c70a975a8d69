import { exactPath, operationsDocument, templatedPath } from './documents';
import type { DocumentNotice } from '../../../src/document/model/document-error';
import { loadContract } from '../../../src/generate/in-memory';
import { parseSource } from '../../../src/document/read/read-document';
import { serveDocument, type ServedDocument } from '../../support/serve-document';

it.each([
  { exact: 1, templated: 0 },
  { exact: 0, templated: 1 },
  { exact: 50, templated: 50 },
])('a document of $exact exact and $templated templated paths is sound', (counts) => {
  const notices: DocumentNotice[] = [];
  const { document, faults } = parseSource(
    JSON.stringify(operationsDocument(counts)),
    'document.json',
  );
  const { operations } = loadContract(document, {
    faults,
    report: (notice) => notices.push(notice),
  });
  expect(notices).toEqual([]);
  const templated = operations.filter(({ path }) => path.includes('{'));
  expect(templated).toHaveLength(counts.templated);
  expect(operations).toHaveLength(counts.exact + counts.templated);
});

describe('served', () => {
  let served: ServedDocument;
  beforeAll(async () => {
    const document = JSON.stringify(operationsDocument({ exact: 2, templated: 2 }));
    const create = (operationId: string) => () =>
      Promise.resolve({ status: 200, body: { name: operationId } });
    const names = ['plantInGarden1', 'plantInGarden2', 'plantOnShelf1', 'plantOnShelf2'];
    served = await serveDocument(
      document,
      Object.fromEntries(names.map((name) => [name, create(name)])),
      {
        authenticators: {
          bearerAuth: () => Promise.resolve({ outcome: 'accepted', principal: { name: 'bench' } }),
        },
      },
    );
  });
  afterAll(() => served.close());

  it.each([
    [exactPath(2), 200, { name: 'plantInGarden2' }],
    [templatedPath(1), 200, { name: 'plantOnShelf1' }],
    [exactPath(3), 404, expect.objectContaining({ error: 40401 })],
  ])('%s answers %d', async (path, status, body) => {
    const response = await fetch(`${served.url}${path}`, {
      method: 'POST',
      headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
      body: '{"id":1,"name":"Aloe"}',
    });
    expect({ status: response.status, body: await response.json() }).toEqual({ status, body });
  });
});

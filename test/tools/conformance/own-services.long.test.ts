import '../../support/long';
import { readDocument } from '../../../src/tools/document/read/read-document';
import { testConformance, type Results } from '../../../src/tools/conformance/public';
import { startLocalService } from '../../../src/plant-store/local-service';
import { serveMock } from '../../lab/corpus/serve-mock';
import { describePostgres } from '../../plant-store/stores/postgres/test-server';
import { LIBRARY_FILE } from './bench/library';

const TOKEN = 'a-token';

function tested(spec: string, url: string, token: string, stateless = false): Promise<Results> {
  return testConformance({
    source: readDocument(spec),
    ...{ url, stateless, seed: 1, runs: 40, parallel: 8, timeoutMs: 10_000 },
    limits: { timeMs: 30_000, requests: 1_500 },
    tokens: { caller: new Map([['', token]]), limited: new Map(), other: new Map() },
  });
}

async function testedPlantStore(databaseUrl?: string): Promise<Results> {
  const service = await startLocalService(databaseUrl);
  try {
    return await tested('spec/openapi.yaml', service.url, service.token);
  } finally {
    await service.close();
  }
}

it('the plant store does what its document says, over SQLite', async () => {
  const { findings, operations } = await testedPlantStore();
  expect(findings).toEqual([]);
  expect(operations.every(({ exercised }) => exercised)).toBe(true);
});

describePostgres('the plant store over PostgreSQL', (server) => {
  it('does what its document says', async () => {
    const url = await server().createDatabase();
    const { findings } = await testedPlantStore(url).finally(() => server().dropDatabase(url));
    expect(findings).toEqual([]);
  });
});

it('the mock does what the document of the bench says', async () => {
  const faults: unknown[] = [];
  const mock = await serveMock(readDocument(LIBRARY_FILE), {
    token: TOKEN,
    onFault: (error) => faults.push(error),
  });
  try {
    const { findings } = await tested(LIBRARY_FILE, mock.url, TOKEN, true);
    expect(findings.filter(({ fault }) => fault === 'service')).toEqual([]);
    expect(faults).toEqual([]);
  } finally {
    await mock.close();
  }
});

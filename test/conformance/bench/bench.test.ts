import { createConfig, lint } from '@redocly/openapi-core';
import { loadContract, readDocument } from '../../../scripts/generate/index';
import { Client } from './client';
import { faultRows } from './fault-rows';
import { type FaultName, faults } from './faults';
import { LIBRARY_FILE } from './library';
import { schemaFaults } from './schema-faults';
import { type RunningService, type ServiceOptions, startService } from './service';

/** What conformance testing is measured on: a rich document, a correct service, faults and variants. */

const running: RunningService[] = [];

async function started(options: ServiceOptions = {}): Promise<Client> {
  const service = await startService(options);
  running.push(service);
  return new Client(service.url);
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.close()));
});

describe('the document', () => {
  it('is accepted without a notice', () => {
    const { document, faults: found } = readDocument(LIBRARY_FILE);
    const notices: unknown[] = [];
    loadContract(document, { strict: true, faults: found, report: (each) => notices.push(each) });
    expect(notices).toEqual([]);
  });

  it("is clean under Redocly's recommended rules, but that one operation has only a default", async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lint({ ref: LIBRARY_FILE, config });
    expect(problems.map(({ ruleId }) => ruleId)).toEqual(['operation-4xx-response']);
  });
});

describe('a fault changes what the service answers', () => {
  it.each(faultRows)('%s', async (fault, correct, ask) => {
    expect(await ask(await started())).toEqual(correct);
    expect(await ask(await started({ faults: [fault] }))).not.toEqual(correct);
  });

  it('each fault has a row, and each fault of validation is a fault', () => {
    const names = faults.map(({ name }) => name);
    expect(new Set(faultRows.map(([name]) => name))).toEqual(new Set(names));
    expect(Object.keys(schemaFaults).filter((name) => !names.includes(name as FaultName))).toEqual(
      [],
    );
    expect(new Set(names).size).toBe(names.length);
  });
});

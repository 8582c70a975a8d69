import { createConfig, lint } from '@redocly/openapi-core';
import { loadContract } from '../../../../src/tools/generate';
import { readDocument } from '../../../../src/tools/document/read/read-document';
import { LIBRARY_FILE } from './library';

it('is accepted without a notice', () => {
  const { document, faults } = readDocument(LIBRARY_FILE);
  const notices: unknown[] = [];
  loadContract(document, { strict: true, faults, report: (each) => notices.push(each) });
  expect(notices).toEqual([]);
});

it("is clean under Redocly's recommended rules, but that one operation has only a default", async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lint({ ref: LIBRARY_FILE, config });
  expect(problems.map(({ ruleId }) => ruleId)).toEqual(['operation-4xx-response']);
});

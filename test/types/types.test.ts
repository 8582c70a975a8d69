import path from 'node:path';
import { compileErrors } from '../support/compile';

it('what must not be done does not compile, and what may be done does', () => {
  const files = ['handlers.ts', 'client.ts', 'principals.ts', 'guard.ts'];
  expect(compileErrors(files.map((file) => path.join(__dirname, file)))).toEqual([]);
});

import path from 'node:path';
import { compileErrors } from '../support/compile';

it('what a handler must not do does not compile, and what it may do does', () => {
  expect(compileErrors([path.join(__dirname, 'handlers.ts')])).toEqual([]);
});

import path from 'node:path';
import { compileClassic, compileErrors } from '../support/compile';

it.each(['handlers.ts', 'client.ts', 'principals.ts'])(
  'what must not be done does not compile, and what may be done does: %s',
  (file) => {
    expect(compileErrors([path.join(__dirname, file)])).toEqual([]);
  },
);

it('principals are inferred by TypeScript 5.9 too', () => {
  expect(compileClassic([path.join(__dirname, 'principals.ts')])).toEqual([]);
});

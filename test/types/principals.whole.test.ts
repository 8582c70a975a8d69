import path from 'node:path';
import { compileClassic } from '../support/compile';

it('principals are inferred by TypeScript 5.9 too', () => {
  expect(compileClassic([path.join(__dirname, 'principals.ts')])).toEqual([]);
});

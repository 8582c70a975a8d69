import path from 'node:path';
import { compileErrors } from '../support/compile';

it.each(['handlers.ts', 'client.ts'])(
  'what must not be done does not compile, and what may be done does: %s',
  (file) => {
    expect(compileErrors([path.join(__dirname, file)])).toEqual([]);
  },
);

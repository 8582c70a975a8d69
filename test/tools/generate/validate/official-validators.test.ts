import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../../../src/tools/cli/package-files';
import { OFFICIAL } from '../../../../src/tools/generate/validate/official-schemas';
import { officialModule } from '../../../../scripts/official-schemas';

const FOLDER = path.join(ROOT, 'generate', 'validate', 'official');

it.each(OFFICIAL)(
  'the validator of %s is what its schema compiles to; npm run official-schemas writes it anew',
  (name) => {
    const kept = readFileSync(path.join(FOLDER, `${name}.ts`), 'utf8');
    // As a verdict, since the difference between two of them is too long to read.
    expect(kept === officialModule(name)).toBe(true);
  },
);

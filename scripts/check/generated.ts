import path from 'node:path';
import { compareGenerated, type FileDrift } from '../generate/index';
import { generateFor, readProjectDocument } from '../project';
import type { Check } from './finding';

const KINDS: Readonly<Record<FileDrift['kind'], string>> = {
  edited: 'differs from what is generated',
  missing: 'is missing',
  stray: 'is not generated from this document',
};

/** Generates in memory and compares with the files on disk. */
export const generatedCheck: Check = {
  name: 'generated',
  claim: 'the generated files are up to date',
  failure: 'the generated files are out of date',
  async run({ spec, generated, ...options }) {
    const source = readProjectDocument(spec, options);
    // The check `document` reports what is wrong with the document.
    const files = await generateFor(source, generated, { ...options, strict: false });
    return compareGenerated(generated, files).map(({ file, kind }) => ({
      check: 'generated',
      file: path.relative(process.cwd(), path.join(generated, file)),
      message: `${file} ${KINDS[kind]}`,
      remedy: kind === 'stray' ? `remove ${file}` : 'run: npm run generate',
    }));
  },
};

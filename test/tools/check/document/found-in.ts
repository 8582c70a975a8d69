import path from 'node:path';
import { documentCheck } from '../../../../src/tools/check/document';
import type { CheckOptions } from '../../../../src/tools/check/drift-check';
import { putFile } from '../../../support/temporary-folder';

/** The report of the check `document`. */
export interface Found {
  /** A line `FILE:LINE RULE MESSAGE` each, with files relative to the folder. */
  readonly findings: string[];
  /** The other lines of the report. */
  readonly shown: string[];
}

/** Writes files to a folder, and runs the check on its `openapi.yaml`. */
export async function foundIn(
  folder: string,
  files: Readonly<Record<string, string>>,
  options: Partial<CheckOptions> = {},
): Promise<Found> {
  for (const [name, text] of Object.entries(files)) putFile(folder, name, text);
  const spec = path.join(folder, 'openapi.yaml');
  const shown: string[] = [];
  const write = jest.spyOn(process.stderr, 'write').mockImplementation((text) => {
    shown.push(...String(text).trimEnd().split('\n'));
    return true;
  });
  try {
    const { findings } = await documentCheck.run({ spec, generated: folder, ...options });
    return {
      findings: findings.map(({ file, line, rule, message }) => {
        const name = path.relative(folder, path.resolve(file));
        return `${name}:${line ?? '-'} ${rule} ${message}`;
      }),
      shown: shown.map((line) => line.replaceAll(`${path.relative(process.cwd(), folder)}/`, '')),
    };
  } finally {
    write.mockRestore();
  }
}

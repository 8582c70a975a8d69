import { CommandError } from '../command-line';

export const CSV_REMEDY = 'docs/data.md shows how to convert from and to CSV';

export const CSV_OPTIONS = {
  '--spreadsheet-safe': `export prints NDJSON alone; ${CSV_REMEDY}`,
  '--backslashes': `import takes NDJSON alone; ${CSV_REMEDY}`,
};

/** Scripts may name the one format that is left. */
export const FORMAT_OPTION = { format: { type: 'string' } } as const;

export function refuseOtherFormats(format: string | undefined): void {
  if (format === undefined || format === 'ndjson') return;
  throw new CommandError(`The only format is ndjson, not ${JSON.stringify(format)}; ${CSV_REMEDY}`);
}

import { callWith, CommandError, parseOptions } from '../cli/command-line';
import { READING_OPTIONS, READING_USAGE, usualDocument } from '../cli/project';
import { listed, readRunOptions, RUN_OPTIONS, type RunOptions, runUsage } from './run-options';

/** What the command line of the conformance test says. */
export interface CommandOptions extends RunOptions {
  readonly spec: string;
  readonly documents?: readonly string[] | undefined;
  readonly 'strict-query': boolean;
  readonly extensions?: string | undefined;
  readonly checks: readonly string[];
  readonly withoutChecks: readonly string[];
  readonly out?: string | undefined;
  readonly format: 'text' | 'github';
  readonly saveTests?: string | undefined;
  readonly replay?: string | undefined;
  readonly traffic?: string | undefined;
  readonly listChecks: boolean;
}

export const USAGE = `Usage: ${callWith('conformance')} --url URL [OPTIONS]
Tests whether the service at URL does what its document says; without --url, in a checkout of this project, its own.
  --spec FILE             the document; spec/openapi.yaml unless given${READING_USAGE}
  --extensions FILE       formats and keywords of the service's own, in a module that exports "extensions"${runUsage(60)}
  --check ID,...          only these checks (--list-checks names them)
  --without-check ID,...  not these checks
  --out DIR               writes report.html, junit.xml, findings.json and exchanges.ndjson there
  --format text|github    what is printed; github adds annotations on the lines of the document
  --save-tests DIR        writes each finding as a jest test
  --replay LOG            sends the requests of a log (exchanges.ndjson) again
  --traffic FILE          judges recorded exchanges (HAR or NDJSON) and sends nothing
  --list-checks           prints every check with its rule`;

/** @throws CommandError naming the option and what is allowed */
export function readOptions(args: readonly string[]): CommandOptions {
  const text = { type: 'string' } as const;
  const several = { type: 'string', multiple: true } as const;
  const values = parseOptions(
    {
      ...READING_OPTIONS,
      ...RUN_OPTIONS,
      ...{ extensions: text, out: text, replay: text, traffic: text, 'save-tests': text },
      spec: text,
      format: { type: 'string', default: 'text' },
      ...{ check: several, 'without-check': several },
      'list-checks': { type: 'boolean', default: false },
    },
    USAGE,
    args,
  );
  return {
    ...readRunOptions(values, USAGE),
    spec: values.spec ?? usualDocument(),
    documents: values.documents,
    'strict-query': values['strict-query'],
    extensions: values.extensions,
    checks: listed(values.check),
    withoutChecks: listed(values['without-check']),
    out: values.out,
    format: formatOf(values.format),
    saveTests: values['save-tests'],
    replay: values.replay,
    traffic: values.traffic,
    listChecks: values['list-checks'],
  };
}

function formatOf(text: string): CommandOptions['format'] {
  if (text === 'text' || text === 'github') return text;
  throw new CommandError(`--format must be text or github, not "${text}"\n${USAGE}`);
}

import { escapeMarkup } from 'openapi-trellis/tools';
import { visibleLine, visibleText } from '../cli';

export interface JunitReport {
  readonly name: string;
  readonly suites: readonly JunitSuite[];
  readonly durationMs?: number;
}

/** A group of test cases, such as those of an operation. */
export interface JunitSuite {
  readonly name: string;
  readonly cases: readonly JunitCase[];
  readonly durationMs?: number;
}

export interface JunitCase {
  readonly name: string;
  readonly className: string;
  readonly durationMs?: number;
  /** The reason why it failed; absent otherwise. */
  readonly failure?: JunitFailure;
  /** The reason why it was not decided. */
  readonly skipped?: string;
  /** Further information. */
  readonly output?: string;
}

interface JunitFailure {
  /** A single line. */
  readonly message: string;
  /** The id of the failed check. */
  readonly type: string;
  readonly text: string;
}

/**
 * A JUnit report. Characters that XML does not allow, and control characters, are escaped.
 *
 * @see https://github.com/testmoapp/junitxml
 */
export function junitReport({ name, suites, durationMs }: JunitReport): string {
  const cases = suites.flatMap((suite) => suite.cases);
  const start = `<testsuites${attributes({ name, ...countsOf(cases), time: timeOf(durationMs) })}>`;
  const elements = suites.map(suiteElement).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${start}\n${elements}\n</testsuites>\n`;
}

function suiteElement({ name, cases, durationMs }: JunitSuite): string {
  const start = `  <testsuite${attributes({ name, ...countsOf(cases), time: timeOf(durationMs) })}>`;
  return [start, ...cases.map(caseElement), '  </testsuite>'].join('\n');
}

function countsOf(cases: readonly JunitCase[]): Readonly<Record<string, number>> {
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  const skipped = cases.filter((each) => each.skipped !== undefined).length;
  return { tests: cases.length, failures, errors: 0, skipped };
}

function caseElement(testCase: JunitCase): string {
  const { name, className: classname, durationMs, failure, skipped, output } = testCase;
  const start = `    <testcase${attributes({ name, classname, time: timeOf(durationMs) })}`;
  const children = [
    ...(failure === undefined ? [] : [failureElement(failure)]),
    ...(skipped === undefined ? [] : [`<skipped${attributes({ message: skipped })}/>`]),
    ...(output === undefined ? [] : [`<system-out>${content(output)}</system-out>`]),
  ];
  return children.length === 0 ? `${start}/>` : `${start}>${children.join('')}</testcase>`;
}

function failureElement({ message, type, text }: JunitFailure): string {
  return `<failure${attributes({ message, type })}>${content(text)}</failure>`;
}

/** Milliseconds to seconds. */
function timeOf(durationMs: number | undefined): string | undefined {
  return durationMs === undefined ? undefined : (durationMs / 1_000).toFixed(3);
}

function attributes(values: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeMarkup(visibleLine(String(value)))}"`)
    .join('');
}

function content(text: string): string {
  return escapeMarkup(visibleText(text));
}

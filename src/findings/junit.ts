import { escapeMarkup } from '../contract';

/** A test case of a JUnit report. */
export interface JunitCase {
  readonly name: string;
  readonly className: string;
  /** All that failed; absent where nothing did. */
  readonly failure?: string;
  /** Why it was not decided. */
  readonly skipped?: string;
  /** What is to be known beside. */
  readonly output?: string;
}

/**
 * A JUnit report of one suite. Characters that XML cannot have are replaced.
 *
 * @see https://github.com/testmoapp/junitxml
 */
export function junitReport(name: string, cases: readonly JunitCase[]): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  const skipped = cases.filter((each) => each.skipped !== undefined).length;
  const counts = [
    ['tests', cases.length],
    ['failures', failures],
    ...(skipped > 0 ? [['skipped', skipped]] : []),
  ].map(([key, count]) => ` ${key}="${count}"`);
  const suite = `<testsuite name="${escapeMarkup(name)}"${counts.join('')}>`;
  const elements = cases.map(caseElement).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${suite}\n${elements}\n</testsuite>\n`;
}

function caseElement({ name, className, failure, skipped, output }: JunitCase): string {
  const start = `  <testcase name="${escapeMarkup(name)}" classname="${escapeMarkup(className)}"`;
  const children = [
    ...(failure === undefined ? [] : [`<failure>${escapeMarkup(failure)}</failure>`]),
    ...(skipped === undefined ? [] : [`<skipped message="${escapeMarkup(skipped)}"/>`]),
    ...(output === undefined ? [] : [`<system-out>${escapeMarkup(output)}</system-out>`]),
  ];
  return children.length === 0 ? `${start}/>` : `${start}>${children.join('')}</testcase>`;
}

import { escapeMarkup } from '../contract';
import { visibleLine, visibleText } from '../cli/visible';

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
 * A JUnit report of one suite. Escapes stand for characters that XML cannot have, and for all that only command a
 * terminal.
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
  const suite = `<testsuite name="${attribute(name)}"${counts.join('')}>`;
  const elements = cases.map(caseElement).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${suite}\n${elements}\n</testsuite>\n`;
}

function caseElement({ name, className, failure, skipped, output }: JunitCase): string {
  const start = `  <testcase name="${attribute(name)}" classname="${attribute(className)}"`;
  const children = [
    ...(failure === undefined ? [] : [`<failure>${content(failure)}</failure>`]),
    ...(skipped === undefined ? [] : [`<skipped message="${attribute(skipped)}"/>`]),
    ...(output === undefined ? [] : [`<system-out>${content(output)}</system-out>`]),
  ];
  return children.length === 0 ? `${start}/>` : `${start}>${children.join('')}</testcase>`;
}

function attribute(text: string): string {
  return escapeMarkup(visibleLine(text));
}

function content(text: string): string {
  return escapeMarkup(visibleText(text));
}

import { decoded, memoize, stringifyJson } from 'openapi-trellis/tools';
import { childPointer, type JsonObject } from '../../document';
import { type Exchange, responseOf } from '../exchange';
import type { Check } from './check';
import { violation } from './responses';

/** Patterns of texts that reveal internals of a service, with a description. */
const INTERNALS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a stack trace of JavaScript', /^\s*at .*(?:\/|\\|node:)[^\s()]*:\d+:\d+\)?/m],
  ['a stack trace of Java', /\bat [\w$.]+\([\w$]+\.(?:java|kt|scala):\d+\)/m],
  ['a cause in Java', /\bjava(?:x)?\.[a-z]\w*\.[\w.]*(?:Exception|Error)\b/],
  ['a stack trace of Python', /Traceback \(most recent call last\)|File "[^"\n]+\.py", line \d+/],
  ['a stack trace of Go', /goroutine \d+ \[[\w ]+\]:|\.go:\d+ \+0x[\da-f]+/],
  ['a stack trace of .NET', /\bat [\w.`<>[\]]+\(.*\) in .*:line \d+/m],
  ['a fault of PHP', /\bin (?:\/|[A-Z]:\\)\S*\.php(?: on line |:|\()\d+/],
  ['a stack trace of Ruby', /\.rb:\d+:in [`']/],
  ['a panic of Rust', /\bpanicked at .*\.rs:\d+/],
  ['an error of SQL', /\bSQLSTATE\b|\bORA-\d{5}\b|\bSQLITE_[A-Z]+\b|\bER_[A-Z]+_[A-Z_]+\b/],
  [
    'an error of PostgreSQL',
    /\b(?:syntax error at or near "|violates (?:unique|foreign key|not-null|check) constraint|relation ".*" does not exist)/,
  ],
  [
    'an error of SQLite',
    /\b(?:UNIQUE|FOREIGN KEY|NOT NULL|CHECK) constraint failed\b|\bno such (?:table|column): /,
  ],
  ['an error of MySQL', /You have an error in your SQL syntax|\bDuplicate entry '.*' for key\b/],
  ['a statement of SQL', /\b(?:INSERT INTO|DELETE FROM|UPDATE \S+ SET|SELECT .+ FROM) ["`\w]/],
  [
    'a path of a file',
    /(?:^|[\s"'(=:])(?:\/(?:home|usr|var|opt|srv|app|root|Users|tmp|etc|private|workspace)\/[\w.@+-]+(?:\/[\w.@+-]+)*|[A-Z]:\\(?:[\w .@+-]+\\)+[\w.@+-]+)/,
  ],
];

export const nothingLeaked: Check = {
  id: 'nothing-leaked',
  rule: 'An error response SHOULD NOT tell of the inside of the service: stack traces, statements, paths.',
  see: 'https://cwe.mitre.org/data/definitions/209.html',
  examine: (exchange, { loaded }) => {
    const response = responseOf(exchange);
    if (response === undefined || response.status < 400) return [];
    const { operation } = exchange.testCase;
    const pointer = operation?.pointer ?? childPointer('', 'paths');
    const text = plainText(response.body.toString());
    for (const [what, pattern] of INTERNALS) {
      const [found] = pattern.exec(text) ?? [];
      if (found === undefined || isOfRequest(exchange, found)) continue;
      if (documentText(loaded.document).includes(found.trim())) continue;
      return violation(exchange, pointer, {
        what: `the body shows ${what}: ${found.trim()}`,
        cause: { place: what },
      });
    }
    return [];
  },
};

/** Replaces the escapes of JSON and HTML for line breaks, quotes and backslashes. */
function plainText(text: string): string {
  return text
    .replace(/\\(?:[nrt]|u000[ad9])/gi, '\n')
    .replace(/\\(["\\/])/g, '$1')
    .replace(/<br ?\/?>/gi, '\n')
    .replace(/&(?:nbsp|#160|#x27|#39|quot);/g, ' ');
}

/** True for a text of the request, which the response may repeat. */
function isOfRequest({ testCase: { request } }: Exchange, found: string): boolean {
  const { target, headers, body } = request;
  const sent = [target, ...headers.map(([, value]) => value), body?.toString() ?? ''].map(
    plainText,
  );
  return [...sent, decoded(target)].some((text) => text.includes(found.trim()));
}

const documentText = memoize((document: JsonObject) => plainText(stringifyJson(document)));

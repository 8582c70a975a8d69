import type { Finding } from '../../../../src/tools/conformance/finding';
import type { Results } from '../../../../src/tools/conformance/results';
import {
  explanation,
  terminalReport,
  wantsColours,
} from '../../../../src/tools/conformance/report/terminal';
import { libraryResults, soundResults } from './library-results';

const details = 'out/report.html';
const text = terminalReport(libraryResults, { colours: false, details });
const lines = text.split('\n');

/** The block of a failure, by its number. */
function failure(number: number): string {
  const from = lines.findIndex((line) => line.startsWith(`${number}. `));
  const to = lines.findIndex((line, at) => at > from && /^\S/.test(line));
  return lines.slice(from, to).join('\n').trimEnd();
}

describe('the summary for people', () => {
  it('has a line for each operation', () => {
    expect(lines[0]).toBe('Library 1.4.0 at http://localhost:3000/v1, by spec/library.yaml');
    expect(lines.slice(2, 4)).toStrictEqual([
      'GET /books                  130 requests  200 x84, 400 x40, 401 x6  1 failure',
      'POST /books                 243 requests  201 x92, 400 x131, 401 x6, 415 x2, 500 x12  2 failures',
    ]);
    expect(text).toContain('POST /books/{bookId}/loans  60 requests   404 x60  not exercised\n');
  });

  it('has the rule, the place, the messages and two commands for each failure', () => {
    expect(failure(2)).toBe(`2. invalid-refused  createBook
   the service accepts a title of 11 characters (maxLength is 10)
   A service MUST refuse a request that the document does not allow
   at spec/library.yaml:61 #/components/schemas/Book/properties/title/maxLength
   case: title (body): one character more than maxLength (10), 📚
   expected: refusal as with 400: /title must have at most 10 characters

     > POST /v1/books
     > Authorization: Bearer secret-token-of-the-librarian
     > Content-Type: application/json
     >
     > {"title":"📚📚📚📚📚📚📚📚📚📚📚"}
     < 201 Created
     < Content-Type: application/json
     < Location: /v1/books/7
     <
     < {"id":7}

   curl -sig --path-as-is -X POST http://localhost:3000/v1/books -H 'Authorization: Bearer secret-token-of-the-librarian' -H 'Content-Type: application/json' -H Accept: -H User-Agent: --data-raw '{"title":"📚📚📚📚📚📚📚📚📚📚📚"}'
   repeat: npm run conformance -- --url http://localhost:3000/v1 --spec spec/library.yaml --seed 42 --include createBook --check invalid-refused`);
  });

  it('shows each exchange of a sequence, and why no response came', () => {
    expect(failure(4).match(/^ {5}[<>] (?:[A-Z]+ \/|\d).*/gm)).toStrictEqual([
      '     > POST /v1/books',
      '     < 201 Created',
      '     > DELETE /v1/books/8',
      '     < 204 No Content',
      '     > GET /v1/books/8',
      '     < 200 OK',
    ]);
    expect(failure(6)).toContain('< no response (timeout): no complete response within 10 s');
  });

  it('cuts what is long and does not print what is no text', () => {
    expect(failure(3)).toContain('< 10 bytes, not text: 89 50 4e 47 0d 0a 1a 0a 00 ff\n');
    expect(failure(6)).toMatch(
      /> GET \/v1\/members\?name=a{200,} \.\.\. \(cut, 2021 bytes in all\)/,
    );
    expect(failure(6)).toMatch(/ {3}curl: a line of \d+ characters \(in out\/report\.html\)/);
  });

  it('ends with totals, and tells gaps of the document from failures', () => {
    const totals = lines.slice(lines.findIndex((line) => line.startsWith('The document')));
    expect(totals.join('\n')).toBe(`The document does not say what the service does:
   the document does not list the status 422 for replaceBook (status-documented, 3 times)
   at spec/library.yaml:48 #/paths/~1books~1{bookId}/put/responses

Notices:
   lendBook: no valid request got another response than 404; give an id in the hook file

No verdict (--explain OPERATION shows the requests):
   3 requests: The standards do not say whether 1.0 or 1e3 may be written for an integer (lendBook)

requests                 628: coverage 310, random 250 (ended: time), stateful 68
verdicts                 accept 372, refuse 236, open 20
duration                 61.2 s
seed                     42
covered
  operations             7 of 8
  statuses               5 of 7
  media types            2 of 2, broken 2 of 2
  parameters             3 of 3, broken 2 of 3
  keywords               4 of 5, broken 3 of 4
  headers                1 of 1
  security requirements  1 of 1, broken 1 of 1

6 failures of the service, and 1 gap of the document
`);
  });

  it('has one line that says so where there are none', () => {
    const sound = terminalReport(soundResults, { colours: false });
    expect(sound).toMatch(/\n\nNo failures: the service does what the document says\n$/);
  });

  it.each<[title: string, results: Partial<Results>, said: string]>([
    ['no success came', { operations: [] }, 'nothing was shown, since no valid request got a'],
    [
      'it was interrupted',
      { phases: [{ ...soundResults.phases[0]!, ended: 'interrupted' }] },
      'the run was interrupted before all was tested',
    ],
  ])('says that %s', (_, results, said) => {
    const text = terminalReport({ ...soundResults, ...results }, { colours: false });
    expect(text).toContain(`\nNo failures: ${said}`);
  });

  it('gives a terminal no commands of the service', () => {
    // eslint-disable-next-line no-control-regex -- which is what is looked for
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(text).toContain('0x00\\u001b[2J\\u001b]0;owned\\u0007<script>');
    expect(text).toContain('< X-Error: \\u001b[31mred');
  });

  it('takes no command from the name of an operation, or from what it was sent', () => {
    const operationId = 'get\u001b[2Jdrift';
    const cases = [{ title: 'a\u0007', method: 'GET', target: '/\u001b[31m', status: 400 }];
    const noVerdicts = [{ operationId, reason: 'It is so', count: 1, cases }];
    const results = { ...libraryResults, noVerdicts };
    const all = terminalReport(results, { colours: false }) + explanation(results, operationId);
    expect(all.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
    expect(all).toContain('1 request: It is so (get\\u001b[2Jdrift)');
  });

  it('says how much more there is where it is cut', () => {
    const findings = Array.from({ length: 40 }, (_, at) => ({
      ...libraryResults.findings[0]!,
      message: `is wrong in the way ${String.fromCharCode(64 + at)}`,
    }));
    const notices = Array.from({ length: 12 }, (_, at) => `notice ${at}`);
    const cut = terminalReport(
      { ...libraryResults, findings, notices },
      { colours: false, details },
    );
    expect(cut).toContain('   and 15 more (in out/report.html)\n');
    expect(cut).toContain('   and 2 more (in out/report.html)\n');
    expect(cut).not.toContain('26. ');
  });
});

describe('findings that are alike', () => {
  const [first] = libraryResults.findings;
  const finding = (operationId: string, message: string, check = 'invalid-refused'): Finding => ({
    ...first!,
    ...{ operationId, message, check, fault: 'service' },
  });
  const shown = (findings: readonly Finding[]): string[] =>
    terminalReport({ ...libraryResults, findings }, { colours: false })
      .split('\n')
      .filter((line) => /^(?:\d+\. | {3}and \d+ like it)/.test(line));

  it.each<[title: string, messages: string[]]>([
    ['names', ['200 for "a": the body lacks "b"', '200 for "c": the body lacks "\\"d"']],
    ['numbers', ['200 for body: -1 is below 0.5: no', '200 for body: -7 is below 3: no']],
    ['places', ['200 for body /a/b: null: no', '200 for body /c: null: no']],
    ['parameters', ['200 for query a: null: no', '200 for query b: null: no']],
  ])('are shown once where they differ by %s', (_, [one = '', other = '']) => {
    const all = [finding('a', one), finding('b', other), finding('c', other), finding('a', other)];
    expect(shown(all)).toEqual(['1. invalid-refused  a', '   and 3 like it: b, c']);
  });

  it.each<[title: string, one: Finding, other: Finding]>([
    ['the status', finding('a', '200 for x: no'), finding('a', '201 for x: no')],
    ['the check', finding('a', '200 for x: no'), finding('a', '200 for x: no', 'allow')],
    ['what is said', finding('a', '200 for x: no'), finding('a', '200 for x: so')],
  ])('are not taken for those that differ by %s', (_, one, other) => {
    expect(shown([one, other])).toHaveLength(2);
  });

  it('are of one operation', () => {
    const all = [finding('a', '200 for body /a: no'), finding('a', '200 for body /b: no')];
    expect(shown(all)).toEqual(['1. invalid-refused  a', '   and 1 like it of this operation']);
  });
});

it('colours are for terminals whose user did not refuse them', () => {
  expect(terminalReport(libraryResults, { colours: true })).toContain(
    '\u001b[31m2 failures\u001b[39m',
  );
  expect(wantsColours({ isTTY: true }, {})).toBe(true);
  expect(wantsColours({}, {})).toBe(false);
  expect(wantsColours({ isTTY: true }, { NO_COLOR: '1' })).toBe(false);
  expect(wantsColours({ isTTY: true }, { NO_COLOR: '' })).toBe(true);
});

import { redactedResults } from '../../../../src/tools/conformance/report/redacted-results';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  bytesOf,
  type ExchangeJson,
  findingsJson,
} from '../../../../src/tools/conformance/report/exchange-json';
import {
  ExchangeLog,
  github,
  junit,
  REPORT_FILES,
  writeReports,
} from '../../../../src/tools/conformance/report/files';
import { Redaction, restored } from '../../../../src/tools/judge/redact';
import { terminalReport } from '../../../../src/tools/conformance/report/terminal';
import { responseOf } from '../../../../src/tools/judge/exchange';
import { temporaryFolder } from '../../../support/temporary-folder';
import { libraryResults, nul, soundResults, TOKEN, exchange, response } from './library-results';
import { htmlReport } from '../../../../src/tools/conformance/report/html';
import { html, lines } from '../../../../src/tools/findings/index';
import type { Results } from '../../../../src/tools/conformance/results';
import { startCpuClock } from '../../../support/cpu-time';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { Sender } from '../../../../src/tools/judge/http/send';
import { curlLine } from '../../../../src/tools/conformance/report/curl';
import type { OperationRequest } from '../../../../src/tools/samples/requests/operation-request';
import { responseText } from '../../../../src/tools/conformance/report/message-text';
import { itEach } from '../../../support/it-each';

const folder = temporaryFolder();

describe('JUnit', () => {
  const xml = junit(libraryResults);

  const suiteOf = (name: string): string =>
    new RegExp(`<testsuite name="${name}"[^]*?</testsuite>`).exec(xml)?.[0] ?? '';

  it('has a suite for each operation, with a case for each failure', () => {
    const [, root] = /<testsuites ([^>]*)>/.exec(xml) ?? [];
    expect(root).toBe(
      'name="Library 1.4.0: conformance" tests="9" failures="6" errors="0" skipped="1" time="61.240"',
    );
    const create = suiteOf('POST /books');
    expect(create.split('\n')[0]).toBe(
      '<testsuite name="POST /books" tests="2" failures="2" errors="0" skipped="0" time="0.250">',
    );
    expect(create.match(/<testcase [^>]*><failure [^>]*>/g)).toEqual([
      '<testcase name="no-server-error" classname="conformance.createBook" time="0.012"><failure message="the response is 500, but the request is valid" type="no-server-error">',
      '<testcase name="invalid-refused" classname="conformance.createBook" time="0.012"><failure message="the service accepts a title of 11 characters (maxLength is 10)" type="invalid-refused">',
    ]);
    expect(suiteOf('POST /books/{bookId}/loans')).toContain(
      'classname="conformance.lendBook" time="0.250"><skipped message="not exercised"/></testcase>',
    );
    expect(suiteOf('DELETE /books/{bookId}')).toContain(
      '<testcase name="DELETE /books/{bookId}" classname="conformance.deleteBook" time="0.250"/>',
    );
  });

  it('fails no case where the document is at fault', () => {
    expect(xml).toMatch(
      /classname="conformance\.replaceBook" time="0\.250"><system-out>status-documented: /,
    );
  });

  it('is XML whatever a service sends', () => {
    // eslint-disable-next-line no-control-regex -- which is what XML cannot have
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|[\ud800-\udfff]/u);
    const [, content] = /<failure [^>]*>([^]*?)<\/failure>/.exec(xml) ?? [];
    expect(content).toMatch(/^[^<>"]+$/);
    expect(xml).toContain('\\u001b[2J');
  });

  it('has failures outside of the operations in a suite of their own', () => {
    const findings = [{ ...libraryResults.findings[0]!, operationId: undefined }];
    expect(junit({ ...soundResults, findings })).toContain(
      '<testsuite name="requests that no operation covers" tests="1" failures="1" errors="0" skipped="0">\n    <testcase name="no-server-error" classname="conformance" time="0.012"><failure ',
    );
  });
});

describe('annotations of GitHub', () => {
  it('are errors of the service and warnings of the document, at a line', () => {
    const lines = github(libraryResults).trimEnd().split('\n');
    expect(lines).toHaveLength(7);
    expect(lines[1]).toBe(
      '::error file=spec/library.yaml,line=61,title=invalid-refused createBook::the service accepts a title of 11 characters (maxLength is 10)%0AA service MUST refuse a request that the document does not allow%0APOST /v1/books: 201 Created%0Anpm run conformance -- --url http://localhost:3000/v1 --spec spec/library.yaml --seed 42 --include createBook --check invalid-refused',
    );
    expect(lines[6]).toMatch(/^::warning file=spec\/library\.yaml,line=48,title=status-documented/);
  });

  it('are none where nothing was found', () => expect(github(soundResults)).toBe(''));
});

describe('the log of exchanges', () => {
  const file = path.join(folder, 'new', 'exchanges.ndjson');
  const redaction = new Redaction({ tokens: [TOKEN], securitySchemes: {} });
  const exchanges = libraryResults.findings.flatMap((finding) => finding.exchanges);
  const log = new ExchangeLog(file, redaction);
  for (const each of exchanges) log.write(each);
  const text = readFileSync(file, 'utf8');
  log.close();

  it('is there as soon as the exchange is written', () => {
    expect(text.split('\n')).toHaveLength(exchanges.length + 1);
  });

  it('has the exact bytes and what was thought of them', () => {
    const [first, , third, ...others] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as ExchangeJson);
    expect(first).toMatchObject({
      sentAt: '2026-05-17T09:30:01.500Z',
      durationMs: 12.4,
      phase: 'coverage',
      operationId: 'createBook',
      case: 'title (body): the character NUL',
      judgement: { expected: 'acceptance' },
      request: {
        method: 'POST',
        target: '/v1/books',
        headers: [
          ['Authorization', 'Bearer REDACTED_TOKEN_1'],
          ['Content-Type', 'application/json'],
        ],
        body: { text: '{"title":"\\u0000","pages":1}' },
      },
      response: { status: 500 },
    });
    expect(bytesOf(first!.response!.body!)).toStrictEqual(responseOf(nul)!.body);
    expect(third!.response!.body).toStrictEqual({ base64: 'iVBORw0KGgoA/w==' });
    expect(others.find(({ failure }) => failure)).toMatchObject({
      failure: { kind: 'timeout', message: 'no complete response within 10 s' },
    });
  });
});

it('the results for programs have what the reports have', () => {
  expect(JSON.parse(findingsJson(libraryResults))).toMatchObject({
    title: 'Library',
    seed: 42,
    startedAt: '2026-05-17T09:30:00.000Z',
    findings: expect.arrayContaining([
      expect.objectContaining({
        check: 'invalid-refused',
        rule: 'A service MUST refuse a request that the document does not allow',
        file: 'spec/library.yaml',
        line: 61,
        pointer: '/components/schemas/Book/properties/title/maxLength',
        curl: [expect.stringMatching(/^curl /)],
        repeat: expect.stringMatching(/^npm run conformance -- --url /),
      }),
    ]),
  });
});

describe('the folder of reports', () => {
  const reports = path.join(folder, 'reports', 'folder');

  it('writes the files that it names', () => {
    const files = writeReports(libraryResults, reports);
    expect(files.map((file) => path.basename(file))).toStrictEqual([
      REPORT_FILES.html,
      REPORT_FILES.junit,
      REPORT_FILES.findings,
    ]);
    expect(readdirSync(reports).sort()).toStrictEqual([
      'findings.json',
      'junit.xml',
      'report.html',
    ]);
  });

  it('no output has a token that was given', () => {
    const redaction = new Redaction({
      tokens: [TOKEN],
      securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'api_key' } },
    });
    const log = new ExchangeLog(path.join(reports, REPORT_FILES.log), redaction);
    for (const { exchanges } of libraryResults.findings)
      for (const each of exchanges) log.write(each);
    log.close();
    const command = { options: '', source: undefined, secrets: [], variables: [] };
    const results = {
      ...redactedResults(redaction, libraryResults),
      command: { ...command, folder: path.join(reports, REPORT_FILES.folder) },
    };
    writeReports(results, reports);
    const written = readdirSync(reports, { recursive: true, encoding: 'utf8' })
      .filter((file) => file !== REPORT_FILES.folder)
      .map((file) => readFileSync(path.join(reports, file), 'utf8'));
    const outputs = [...written, terminalReport(results, { colours: true }), github(results)];
    expect(outputs.length).toBeGreaterThan(10);
    expect(outputs.filter((text) => text.includes(TOKEN))).toStrictEqual([]);
    expect(terminalReport(libraryResults, { colours: true })).toContain(TOKEN);
  });
});

const page = htmlReport(libraryResults);

/** Elements that are not closed, or closed in another order. */
function unbalanced(markup: string): string[] {
  const open: string[] = [];
  const faults: string[] = [];
  for (const [, slash, name = ''] of markup.matchAll(/<(\/?)([a-z][a-z0-9]*)\b[^>]*?>/g)) {
    if (['meta', 'br'].includes(name)) continue;
    if (slash === '') open.push(name);
    else if (open.pop() !== name) faults.push(name);
  }
  return [...faults, ...open];
}

describe('the page', () => {
  it('needs nothing beside itself, and lets nothing in', () => {
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(page).not.toMatch(/<(?:script|link|img|iframe)\b|\bsrc=|url\(|@import|\son\w+=/);
    expect([...page.matchAll(/href="([^"]*)"/g)].map(([, to]) => to)).toStrictEqual(
      expect.not.arrayContaining([expect.stringMatching(/^(?!#|https:\/\/example\.com\/)/)]),
    );
  });

  it('shows what a service sent and runs none of it', () => {
    expect(page).toContain('\\u0007&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;\\u0000 📚');
    // eslint-disable-next-line no-control-regex -- which is what is looked for
    expect(page).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202e]/);
  });

  it('is well-formed, has one title and no id twice', () => {
    expect(unbalanced(page)).toStrictEqual([]);
    expect(page.match(/<h1\b/g)).toHaveLength(1);
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const targets = [...page.matchAll(/href="#([^"]*)"/g)].map(([, to]) => to);
    expect(ids).toStrictEqual(expect.arrayContaining(targets));
  });

  it('has failures first, each with its rule, place, messages and commands', () => {
    expect([...page.matchAll(/<h2 id="(\w+)-title"/g)].map(([, id]) => id)).toStrictEqual([
      'failures',
      'coverage',
      'document',
      'notices',
    ]);
    const [second = ''] = /<article id="failure-2">[^]*?<\/article>/.exec(page) ?? [];
    const text = second.replace(/<[^>]*>/g, '');
    for (const part of [
      'the service accepts a title of 11 characters (maxLength is 10)',
      'A service MUST refuse a request that the document does not allow',
      'spec/library.yaml:61 #/components/schemas/Book/properties/title/maxLength',
      'Expected: refusal as with 400: /title must have at most 10 characters',
      'POST /v1/books\nAuthorization: Bearer',
      '201 Created\nContent-Type: application/json\nLocation: /v1/books/7\n\n{&quot;id&quot;:7}',
      'curl -sig',
      '--seed 42 --include createBook --check invalid-refused',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('tells statuses that are listed and seen, listed only, and seen only', () => {
    const row = /<th scope="row"><span class="method">POST<\/span> \/books<\/th>([^]*?)<\/tr>/.exec(
      page,
    );
    const cells = [...row![1]!.matchAll(/class="status (\w+)"[^>]*>([^<]*)/g)];
    expect(cells.map(([, kind, text]) => [kind, text])).toStrictEqual([
      ['seen', '92'],
      ['seen', '131'],
      ['seen', '6'],
      ['missed', '–'],
      ['seen', '2'],
      ['unlisted', '12 !'],
    ]);
  });

  it('says in words what its pictures show', () => {
    expect(page).toMatch(/role="img" aria-label="3 of 4 kept, 2 of 3 broken"/);
    expect(page).toContain('title="pages: minimum: kept 7 times, broken 0 times"');
    expect(page).toMatch(
      /<li>\s*keyword pages: minimum: never broken<br \/><code>spec\/library\.yaml:\d+ #/,
    );
  });

  it('says that there are no failures', () => {
    const sound = htmlReport(soundResults);
    expect(sound).toContain('The service does what the document says');
    expect(sound).not.toContain('<article');
    expect(sound).not.toContain('id="notices"');
  });

  it('counts what came for a range and for default, and lists neither for other operations', () => {
    const statuses = { getBook: { '4XX': 18 }, deleteBook: { '204': 12, default: 5 } };
    const coverage = Object.entries(statuses).flatMap(([operationId, counts]) =>
      Object.entries(counts).map(([name, valid]) => ({
        ...{ operationId, kind: 'status' as const, pointer: '', name, valid, invalid: 0 },
      })),
    );
    const [, head = ''] = /class="matrix">[^]*?<thead>([^]*?)<\/thead>/.exec(page) ?? [];
    expect(head).not.toContain('XX');
    const ranges = htmlReport({ ...libraryResults, coverage });
    const columns = [...ranges.matchAll(/<th scope="col">([^<]*)/g)].map(([, name]) => name);
    const cellsOf = (operation: string): Record<string, string> => {
      const row = ranges.slice(ranges.indexOf(operation)).split('</tr>')[0] ?? '';
      const cells = row.split('<td>').slice(1);
      const texts = cells.map((cell) => cell.replace(/<[^>]*>/g, '').trim());
      const named = texts.map((text, index) => [columns.slice(-texts.length)[index], text]);
      return Object.fromEntries(named.filter(([, text]) => text !== '')) as Record<string, string>;
    };
    expect(cellsOf('GET</span> /books/{bookId}</th>')).toEqual({
      '200': '33 !',
      '404': '18',
      '4XX': '18',
    });
    expect(cellsOf('DELETE</span> /books/{bookId}</th>')).toEqual({
      '204': '12',
      '404': '5',
      default: '5',
    });
  });

  it('of 200 operations and 500 failures is made in seconds and smaller than 4 MB', () => {
    const cpuTimeMs = startCpuClock();
    const large = htmlReport(manyTimes(libraryResults));
    expect(cpuTimeMs()).toBeLessThan(5_000);
    expect(large.length).toBeLessThan(4_000_000);
    expect(large.match(/<details open>/g)).toHaveLength(6);
    expect(large.match(/and 8[23] like it/g)).toHaveLength(6);
  });
});

it('a template escapes all but HTML', () => {
  const inner = html`<b>${'<&"\u0000\n'}</b>`;
  expect(html`${[inner, 1]}${lines('a\r\n<')}`.text).toBe(
    '<b>&lt;&amp;&quot;\\u0000\\n</b>1a\n&lt;',
  );
});

function manyTimes(results: Results): Results {
  const indexes = Array.from({ length: 25 }, (_, index) => index);
  return {
    ...results,
    operations: indexes.flatMap((index) =>
      results.operations.map((each) => ({ ...each, operationId: `${each.operationId}${index}` })),
    ),
    coverage: indexes.flatMap((index) =>
      results.coverage.map((each) => ({ ...each, operationId: `${each.operationId}${index}` })),
    ),
    findings: Array.from({ length: 500 }, (_, index) => results.findings[index % 6]!),
  };
}

describe('curl', () => {
  /** The second is for HTTP basic; the third needs percent-encoding. */
  const TOKENS = ['token-of-$HOME-"`id`', 'user:pass word', 'key&of=all+caf\u00e9'];
  const redaction = new Redaction({
    tokens: TOKENS,
    securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } },
  });
  const secrets = TOKENS.map((token) => ({
    isPair: token.includes(':'),
    isPlain: encodeURIComponent(token) === token,
  }));
  const environment = { ...process.env, TOKEN: TOKENS[0], TOKEN_2: TOKENS[1], TOKEN_3: TOKENS[2] };

  let server: net.Server;
  let url: string;
  let arrived = Buffer.alloc(0);

  beforeAll(async () => {
    server = net.createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        arrived = Buffer.concat([arrived, bytes]);
        const end = arrived.indexOf('\r\n\r\n');
        const length = Number(/content-length: *(\d+)/i.exec(arrived.toString('latin1'))?.[1] ?? 0);
        if (end < 0 || arrived.length < end + 4 + length) return;
        socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n');
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    server.close();
  });

  /** The received request: the first line, the sorted headers, and the bytes of the body. */
  function got(): { start: string; headers: string[]; body: string } {
    const [head = '', ...rest] = arrived.toString('latin1').split('\r\n\r\n');
    arrived = Buffer.alloc(0);
    const [start = '', ...headers] = head.split('\r\n');
    const own = headers.filter((line) => !/^connection:/i.test(line));
    const kept = own.map((line) => line.trimEnd()).sort();
    return { start, headers: kept, body: rest.join('\r\n\r\n') };
  }

  const json = ['Content-Type', 'application/json'] as const;
  const bearer = ['Authorization', `Bearer ${TOKENS[0]}`] as const;

  itEach<[request: Partial<OperationRequest>]>({
    'nothing beside': [{}],
    'a token': [{ headers: [bearer] }],
    'a token at the start of a word': [{ headers: [['X-Key', `${TOKENS[0]}_and_more`]] }],
    'what a shell would read': [{ headers: [bearer, ['X-A', `$HOME "\`id\`" 'b' \\ ! %d`]] }],
    'credentials of HTTP basic': [
      { headers: [['Authorization', `Basic ${Buffer.from(TOKENS[1]!).toString('base64')}`]] },
    ],
    'a key in the query': [{ target: `/a?b=c%20d&key=${encodeURIComponent(TOKENS[2]!)}` }],
    'brackets, braces and dots in the target': [{ target: '/a/../{b}/[1-3]?c=$d&e=*' }],
    'an empty header, and one with bytes': [
      {
        headers: [
          ['X-A', ''],
          ['X-B', "caf\xe9 %41 \\n\t'x"],
        ],
      },
    ],
    'a method of its own, without content': [{ method: 'M-SEARCH' }],
    HEAD: [{ method: 'HEAD' }],
    'POST without content': [{ method: 'POST' }],
    'quotes and lines': [
      { method: 'POST', headers: [json], body: Buffer.from(`"a'\n\\n"$(id)\r\n`) },
    ],
    'text on one line': [
      { method: 'PUT', headers: [json], body: Buffer.from(`@"it's \\u0041 😀 $B"`) },
    ],
    'a token in the content': [
      { method: 'POST', headers: [json], body: Buffer.from(`["${TOKENS[1]}","$"]`) },
    ],
    'content without a media type': [{ method: 'POST', body: Buffer.from('a') }],
    'bytes that are no text': [
      { method: 'PATCH', body: Buffer.from([0, 1, 0xff, 10, 0xc3, 0x28, 10]) },
    ],
    'empty content': [{ method: 'POST', headers: [json], body: Buffer.alloc(0) }],
    'long content': [{ method: 'POST', headers: [json], body: Buffer.alloc(3_000, 'a') }],
  })('a line sends the same: %s', async (_, given) => {
    const request = { method: 'GET', target: '/', headers: [], ...given };
    const sender = new Sender(url);
    await sender.send(request);
    sender.close();
    const wanted = got();
    const written = exchange({ title: '', request, outcome: response(200, {}) });
    const line = curlLine(redaction.exchange(written).testCase.request, url, secrets);
    for (const token of TOKENS) expect(line).not.toContain(token);
    await promisify(execFile)('sh', ['-c', line], { env: environment });
    const came = got();
    expect({ ...came, start: decodeURIComponent(came.start) }).toEqual({
      ...wanted,
      start: decodeURIComponent(wanted.start),
    });
  });

  it('a token is taken from the shell, and all else is as it is', () => {
    const request = { method: 'GET', target: '/', headers: [bearer] };
    const written = redaction.exchange(
      exchange({ title: '', request, outcome: response(200, {}) }),
    );
    expect(curlLine(written.testCase.request, 'http://a.test/v1', secrets)).toBe(
      'curl -sig --path-as-is -X GET http://a.test/ -H "Authorization: Bearer $TOKEN" -H Accept: -H User-Agent:',
    );
  });
});

describe('secrets', () => {
  const securitySchemes = {
    bearer: { type: 'http', scheme: 'bearer' },
    key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
    inQuery: { type: 'apiKey', in: 'query', name: 'api key' },
  } as const;
  const redaction = new Redaction({
    tokens: [TOKEN, 'reader', 'us"er:pa/ss wörd'],
    securitySchemes,
  });

  function request(target: string, headers: [string, string][], body = ''): unknown {
    const sent = { method: 'GET', target, headers, body: Buffer.from(body) };
    const { testCase } = redaction.exchange(
      exchange({ title: 'x', request: sent, outcome: response(200, {}) }),
    );
    return { ...testCase.request, body: testCase.request.body?.toString('latin1') };
  }

  const base64 = (text: string): string => Buffer.from(text).toString('base64');

  describe('what is written holds no credentials', () => {
    it.each<[string, string, string]>([
      ['Authorization', `Bearer ${TOKEN}`, 'Bearer REDACTED_TOKEN_1'],
      ['authorization', 'Bearer reader', 'Bearer REDACTED_TOKEN_2'],
      ['Authorization', 'Bearer made.up', 'Bearer REDACTED_OTHER'],
      ['Authorization', 'two words', 'REDACTED_OTHER'],
      ['Authorization', 'Bearer ', 'Bearer '],
      ['Authorization', `Basic ${base64('us"er:pa/ss wörd')}`, 'Basic REDACTED_TOKEN_3'],
      ['Authorization', `Basic ${base64(`user:${TOKEN}`)}`, 'Basic REDACTED_TOKEN_1'],
      ['Proxy-Authorization', 'Basic eDp5', 'Basic REDACTED_OTHER'],
      ['Cookie', `a=${TOKEN}; b="c"; d`, 'a=REDACTED_TOKEN_1; b=REDACTED_OTHER;REDACTED_OTHER'],
      ['x-api-key', 'anything', 'REDACTED_OTHER'],
      ['X-Other', `of ${TOKEN} and reader`, 'of REDACTED_TOKEN_1 and reader'],
    ])('in the header %s: %s', (name, value, written) => {
      expect(request('/', [[name, value]])).toMatchObject({ headers: [[name, written]] });
    });

    it.each([
      ['/a?api%20key=1&b=2', '/a?api%20key=REDACTED_OTHER&b=2'],
      [`/a?api%20key=${TOKEN}&%zz=%`, '/a?api%20key=REDACTED_TOKEN_1&%zz=%'],
      ['/a?b=us%22er%3Apa%2Fss%20w%C3%B6rd', '/a?b=REDACTED_TOKEN_3'],
      [`/${TOKEN}`, '/REDACTED_TOKEN_1'],
    ])('in the target %s', (target, written) => {
      expect(request(target, [])).toMatchObject({ target: written });
    });

    it('in bodies, whose other bytes stay', () => {
      const body = `{"a":"${TOKEN}","b":${JSON.stringify('us"er:pa/ss wörd')}} ü \u0000`;
      const bytes = Buffer.from('{"a":"REDACTED_TOKEN_1","b":"REDACTED_TOKEN_3"} ü \u0000');
      expect(request('/', [], body)).toMatchObject({ body: bytes.toString('latin1') });
    });

    it('in cookies that a service sets, which keep their attributes', () => {
      const results = redactedResults(redaction, libraryResults);
      const { outcome } = results.findings[3]!.exchanges[0]!;
      expect(outcome).toMatchObject({
        response: {
          headers: expect.arrayContaining([
            ['Set-Cookie', 'session=REDACTED_TOKEN_1; Path=/; HttpOnly'],
          ]),
        },
      });
    });

    it('in headers that are sent with every request, and wherever their values stand', () => {
      const own = new Redaction({
        tokens: [TOKEN],
        securitySchemes: {},
        headers: [
          ['X-Session', 'value-of-the-session'],
          ['Accept', 'application/json'],
        ],
      });
      const sent = exchange({
        title: 'value-of-the-session in application/json',
        request: { method: 'GET', target: '/', headers: [['x-session', 'value-of-the-session']] },
        outcome: response(200, {}),
      });
      expect(own.exchange(sent).testCase).toMatchObject({
        title: 'REDACTED_TOKEN_2 in application/json',
        request: { headers: [['x-session', 'REDACTED_TOKEN_2']] },
      });
    });

    it('in the URL of the service', () => {
      const { url } = redactedResults(redaction, {
        ...libraryResults,
        url: 'http://me:secret@localhost:1/v1',
      });
      expect(url).toBe('http://localhost:1/v1');
    });
  });

  describe('restores', () => {
    const tokens = ['token of the caller é', 'user:password'];
    const redaction = new Redaction({
      tokens,
      securitySchemes: { key: { type: 'apiKey', in: 'query', name: 'key' } },
    });

    it('a request without credentials gets them back, and made-up ones stay made up', () => {
      const request = {
        method: 'POST',
        target: `/?key=${encodeURIComponent(tokens[0]!)}&page=1`,
        headers: [
          ['Authorization', `Basic ${Buffer.from(tokens[1]!).toString('base64')}`],
          ['X-Echo', tokens[0]!],
        ] as const,
        body: Buffer.from(`{"token":"${tokens[0]!}"}`),
      };
      const written = redaction.exchange(
        exchange({ title: '', request, outcome: response(200, {}) }),
      ).testCase.request;
      expect(written.target).toBe('/?key=REDACTED_TOKEN_1&page=1');
      expect(restored(written, tokens)).toStrictEqual(request);
      expect(restored(written, [])).toStrictEqual(written);
    });
  });

  describe('the text of a message', () => {
    it('shows twenty headers, those that the message is about, and how many there are', () => {
      const headers = Array.from({ length: 100 }, (_, at) => [`X-${at}`, 'a'] as const);
      const outcome = {
        kind: 'response',
        response: { status: 200, headers, body: Buffer.alloc(0) },
      } as const;
      const shown = responseText(outcome, { characters: 1, lines: 1 }, 'the header X-99 is wrong');
      expect(shown.headers.slice(19)).toEqual([
        'X-19: a',
        'X-99: a',
        '... (cut, 100 headers in all)',
      ]);
    });
  });
});

import { htmlReport } from '../../../src/conformance/report/html';
import { html, lines } from '../../../src/findings/index';
import type { Results } from '../../../src/conformance/results';
import { startCpuClock } from '../../support/cpu-time';
import { libraryResults, soundResults } from './library-results';

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

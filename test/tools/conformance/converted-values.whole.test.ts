import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stringifyJson } from '../../../src/runtime/contract';
import type { Results } from '../../../src/tools/conformance/public';
import { isJsonObject, type JsonObject } from '../../../src/tools/document';
import { exactJson } from '../../../src/tools/judge/exchange';
import { withDocument } from '../../support/serve-document';
import { type Answer, answering, testServer } from './test-server';

/** A service that reads other types than its document states, in one of the media types that it takes. */
const PARCELS = readFileSync(path.join(__dirname, 'parcels.yaml'), 'utf8');
const FORM = 'application/x-www-form-urlencoded';
const OTHER_JSON = 'application/vnd.parcels+json';

const LONG = {
  seed: Number(process.env.SEED ?? 1),
  timeoutMs: 10_000,
  limits: { timeMs: Infinity, requests: 10_000 },
};

interface How {
  /** What the service reads in place of an object in JSON. */
  readonly reads?: (body: JsonObject, type: string) => JsonObject;
  /** What the service reads in place of other content. */
  readonly readsOther?: (content: Buffer, type: string) => Buffer;
}

async function resultsOf(how: How): Promise<Results> {
  const handlers = {
    sendParcel: ({ body }: { readonly body: JsonObject }) => Promise.resolve({ status: 201, body }),
  };
  return withDocument(PARCELS, handlers, { validateResponses: false }, ({ url }) =>
    testServer(before(url, how), PARCELS, LONG),
  );
}

/** A server before the service that changes the content which it passes on. */
function before(url: string, { reads, readsOther }: How): ReturnType<typeof answering> {
  const changed = (bytes: Buffer, type: string): Buffer => {
    const json = /json/i.test(type) ? exactJson(bytes) : undefined;
    if (!isJsonObject(json)) return readsOther?.(bytes, type) ?? bytes;
    return reads === undefined ? bytes : Buffer.from(stringifyJson(reads(json, type)));
  };
  return answering(async ({ method = '', url: target = '', headers }, bytes): Promise<Answer> => {
    const type = headers['content-type'] ?? '';
    const isEmpty = ['GET', 'HEAD'].includes(method) || bytes.length === 0;
    const body = isEmpty ? null : changed(bytes, type);
    const response = await fetch(url + target, { method, headers: { 'content-type': type }, body });
    return [response.status, Object.fromEntries(response.headers), await response.text()];
  });
}

/** The titles of requests that show a violation. */
async function shownBy(how: How, ofCheck: string): Promise<string> {
  const { findings } = await resultsOf(how);
  return findings
    .filter(({ check }) => check === ofCheck)
    .map(({ exchanges }) => exchanges.at(-1)?.testCase.title)
    .join('\n');
}

const CONVERSIONS = new Map<string, (value: unknown) => unknown>(
  Object.entries({
    weight: (value: unknown) =>
      typeof value === 'string' && /^\d\d$/.test(value) ? Number(value) : value,
    shelf: (value: unknown) =>
      typeof value === 'string' && /^\d$/.test(value) ? Number(value) : value,
    places: (value: unknown) => (value === '' ? 0 : value),
    fragile: (value: unknown) => (value === '0' ? false : value),
    insured: (value: unknown) => (value === 0 ? false : value),
    note: (value: unknown) => (value === false ? 'false' : value),
  }),
);

const converting =
  (of: string): NonNullable<How['reads']> =>
  (body, type) => {
    if (!type.startsWith(of)) return body;
    const entries = Object.entries(body);
    return Object.fromEntries(
      entries.map(([name, value]) => [name, CONVERSIONS.get(name)?.(value) ?? value]),
    );
  };

it.each(['application/json', OTHER_JSON])('finds what is converted in %s alone', async (of) => {
  const titles = await shownBy({ reads: converting(of) }, 'invalid-refused');
  expect(titles).toMatch(/\/weight: the string "\d\d" where/);
  expect(titles).toMatch(/\/shelf: the string "\d" where/);
  expect(titles).toContain('/places: the string "" where');
  expect(titles).toContain('/fragile: the string "0" where');
  expect(titles).toMatch(/\/insured: (?:a number|the number 0) where/);
  expect(titles).toContain('/note: the boolean false where');
});

it('finds a form that is cut to its bounds', async () => {
  const readsOther: How['readsOther'] = (content, type) => {
    const form = new URLSearchParams(content.toString());
    if (type !== FORM || !(Number(form.get('weight')) > 500)) return content;
    form.set('weight', '500');
    return Buffer.from(form.toString());
  };
  const titles = await shownBy({ readsOther }, 'invalid-refused');
  expect(titles).toContain('/weight: just above maximum (500)');
});

it.each([
  ['application/json', 'JSON'],
  [OTHER_JSON, OTHER_JSON],
])('finds a service that reads anything as %s, which comes after a form', async (of, name) => {
  const readsOther: How['readsOther'] = (content, type) =>
    type === of ? Buffer.from('{"label":"none","weight":1}') : content;
  const titles = await shownBy({ readsOther }, 'malformed-refused');
  expect(titles).toContain(`a text that is cut off as ${name}`);
});

it('finds nothing in a service that reads what its document states', async () => {
  expect((await resultsOf({})).findings).toEqual([]);
});

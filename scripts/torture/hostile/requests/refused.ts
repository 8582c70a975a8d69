import type { Plant } from '../../../../src/plants/plant';
import { TOKEN } from '../../tasks';
import { withHeader } from './creates';
import {
  chunkedDraft,
  createDraft,
  inBytes,
  textOf,
  utf8,
  type Draft,
  type Header,
} from './http-text';
import { bodyOf } from './plants';
import type { Expected, HostileRequest, Ingredients, Recipe } from './request';

/** Well-formed HTTP that the contract refuses: the connection goes on. */

const WRONG_TOKENS = ['Bearer', 'Bearer wrong', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, 'x', ''];

const WRONG_TYPES = ['text/plain', 'application/xml', 'x', 'application/json; charset=latin1', '/'];

/** Bodies that are no plant, whatever name and id are put in. */
const WRONG_BODIES: readonly ((id: string, name: string) => string)[] = [
  (id, name) => `{"id":${id},"name":${name}`,
  (id, name) => `{"id":${id},"name":${name}}}`,
  (id, name) => `{"id":${id},"name":${name},}`,
  (id, name) => `{"id":0${id},"name":${name}}`,
  (id, name) => `{"id":"${id}","name":${name}}`,
  (_, name) => `{"id":1.5,"name":${name}}`,
  (_, name) => `{"id":9223372036854775808,"name":${name}}`,
  (_, name) => `{"id":1e999,"name":${name}}`,
  (_, name) => `{"id":${'9'.repeat(5_000)},"name":${name}}`,
  (_, name) => `{"id":1e-99999999999,"name":${name},"name":null}`,
  (id, name) => `{"id":${id},"name":${name},"tag":[${name}]}`,
  (id) => `{"id":${id}}`,
  (id, name) => `[{"id":${id},"name":${name}}]`,
  (id, name) => `{"id":${id},"name":${name},"x":${'['.repeat(300)}${']'.repeat(300)}}`,
  () => '['.repeat(4_000),
  () => '{"a":'.repeat(2_000),
  () => '\xff\xfe{}',
  () => 'null',
  () => ' ',
];

/** Without the right token. */
export const unauthorizedCreate: Recipe = ({ random, nextPlant }) => {
  const { plant, draft } = goodCreate({ random, nextPlant });
  const none = random.chance(0.3);
  const wrong: Header[] = none ? [] : [['Authorization', random.pick(WRONG_TOKENS)]];
  const kind = none ? 'create without a token' : 'create with a wrong token';
  return refused(kind, replaced(draft, 'Authorization', wrong), { statuses: [401], plant });
};

/** Of a media type that is not taken, or of none. */
export const mistypedCreate: Recipe = ({ random, nextPlant }) => {
  const { plant, draft } = goodCreate({ random, nextPlant });
  const wrong: Header[] = random.chance(0.2) ? [] : [['Content-Type', random.pick(WRONG_TYPES)]];
  const faulty = replaced(draft, 'Content-Type', wrong);
  return refused('create of a wrong media type', faulty, { statuses: [400], plant });
};

/** With a body that is no JSON, or no plant. */
export const misshapenCreate: Recipe = ({ random, nextPlant }) => {
  const { id, name } = nextPlant();
  const body = random.pick(WRONG_BODIES)(String(id < 0n ? -id : id), utf8(JSON.stringify(name)));
  const isSmall = body.length < 1_000;
  const draft = isSmall && random.chance(0.2) ? chunkedDraft(inBytes(body)) : createDraft(body);
  return refused('create with a wrong body', draft, { statuses: [400] });
};

/** Without a body. */
export const emptyCreate: Recipe = ({ random }) => {
  const draft = random.chance(0.5) ? createDraft('') : chunkedDraft('0\r\n\r\n');
  return refused('create without a body', draft, { statuses: [400] });
};

/** A body beyond the limit of 1 MiB, announced or not. */
export const oversizedCreate: Recipe = ({ random }) => {
  const body = `{"id":1,"name":"${'x'.repeat(1_100_000)}"}`;
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const draft = random.chance(0.5) ? createDraft(body) : chunkedDraft(chunk);
  const expected = { statuses: [400, 413], connection: 'either' } as const;
  return refused('create with too large a body', draft, expected);
};

/** An expectation that no server knows (RFC 9110, section 10.1.1). */
export const unexpectedCreate: Recipe = ({ random, nextPlant }) => {
  const expectation = random.pick(['200-ok', 'x', '100-continue-please', 'a=b; c']);
  const { plant, draft } = goodCreate({ random, nextPlant });
  const expected = { statuses: [417], connection: 'either', plant } as const;
  const expecting = withHeader(draft, ['Expect', expectation]);
  return refused('Expect other than 100-continue', expecting, expected);
};

/** Refused before its body is asked for; then the server cannot know whether one follows. */
export const unauthorizedExpectation: Recipe = ({ random, nextPlant }) => {
  const { plant, draft } = goodCreate({ random, nextPlant });
  const asking = withHeader(replaced(draft, 'Authorization', []), ['Expect', '100-continue']);
  const expected = { statuses: [401], connection: 'either', plant } as const;
  return refused('create with Expect and no token', asking, expected);
};

function goodCreate({ random, nextPlant }: Ingredients): { plant: Plant; draft: Draft } {
  const plant = nextPlant();
  return { plant, draft: createDraft(bodyOf(random, plant)) };
}

/** @param others the headers in place of the ones of that name */
function replaced({ headers, ...draft }: Draft, name: string, others: readonly Header[]): Draft {
  return { ...draft, headers: [...headers.filter((header) => header[0] !== name), ...others] };
}

function refused(
  kind: string,
  draft: Draft,
  expected: Omit<Expected, 'connection'> & Partial<Expected>,
): HostileRequest {
  return { kind, bytes: textOf(draft), expected: { connection: 'stays', ...expected } };
}

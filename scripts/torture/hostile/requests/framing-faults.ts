import type { Random } from '../../../examples/random';
import { chunkedDraft, createDraft, inChunks, textOf, type Draft, type Header } from './http-text';
import { bodyOf } from './plants';
import type { Recipe } from './request';

/**
 * Creates of which a server cannot be certain where they end, or whom they are for: each is refused, and
 * nothing behind it on the connection counts.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-6.3
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-5
 */

/** Makes the text of a faulty request from the body that a good one has. */
type Fault = (body: string, random: Random) => string;

const WRONG_CODINGS = ['gzip', 'gzip, chunked', 'chunked, gzip', 'chunked, chunked', 'identity'];
const ODD_CODINGS = ['xchunked', 'chunkedx', 'chunked;q=1', 'chunked,', '"chunked"', 'chunk ed'];
const WRONG_LENGTHS = ['-1', '+5', '1e3', '0x10', '5 5', '5,', '99999999999999999999', 'x'];
const WRONG_HOSTS = ['a b', 'u@h', 'x, y', 'a/b', 'a?b', 'a#b', 'http://a', 'a:b:c', '[::1'];
const WRONG_SIZES = ['zz', '-1', '0x5', '', '5 5', 'fffffffffffffffff', '+5', '5,5', ';a'];
const WRONG_NAMES = ['X A', 'X\x01', 'X(A)', 'X"A', 'X/A', '', 'X\xe9', '{X}'];
const WRONG_VALUES = ['a\0b', 'a\rb', 'a\x01b', 'a\x7fb'];
const WRONG_VERSIONS = ['HTTP/1.2', 'HTTP/3.0', 'HTTP/11', 'HTTP/x', 'HTTP', 'http/1.1', 'ICY/1.0'];
const WRONG_METHODS = ['FOO', 'post', 'P(ST', 'PO ST', '\0POST', 'P', 'GETPOST'];

const FAULTS: Readonly<Record<string, Fault>> = {
  'HTTP/1.0 with Transfer-Encoding': (body, random) =>
    textOf({ ...chunkedDraft(inChunks(random, body)), version: '1.0' }),
  'empty Transfer-Encoding': (body) => textOf(changed(body, 'Content-Length', TRANSFER, '')),
  'wrong Transfer-Encoding': (body, random) =>
    textOf(changed(body, 'Content-Length', TRANSFER, random.pick(WRONG_CODINGS))),
  'odd Transfer-Encoding': (body, random) =>
    textOf(changed(body, 'Content-Length', TRANSFER, random.pick(ODD_CODINGS))),
  'Transfer-Encoding with Content-Length': (body, random) => {
    const draft = chunkedDraft(inChunks(random, body));
    const length: Header = ['Content-Length', String(draft.body.length)];
    const isFirst = random.chance(0.5);
    return textOf(isFirst ? before(draft, length) : after(draft, length));
  },
  'two Content-Lengths that differ': (body, random) => {
    const other: Header = ['Content-Length', String(body.length + random.pick([-1, 1, 9]))];
    const draft = createDraft(body);
    return textOf(random.chance(0.5) ? before(draft, other) : after(draft, other));
  },
  'Content-Length of two numbers': (body) =>
    textOf(changed(body, 'Content-Length', 'Content-Length', `${body.length}, ${body.length + 1}`)),
  'wrong Content-Length': (body, random) =>
    textOf(changed(body, 'Content-Length', 'Content-Length', random.pick(WRONG_LENGTHS))),
  'two Hosts': (body, random) =>
    textOf(
      after(createDraft(body), [random.pick(['Host', 'hOST']), random.pick(['x', '127.0.0.1'])]),
    ),
  'wrong Host': (body, random) => textOf(changed(body, 'Host', 'Host', random.pick(WRONG_HOSTS))),
  'folded header': (body, random) =>
    textOf(after(createDraft(body), ['X', random.pick(['a\r\n b', 'a\r\n\tb', '\r\n b'])])),
  'folded first header': (body) =>
    textOf(createDraft(body)).replace('\r\nHost', '\r\n Folded: x\r\nHost'),
  'line that ends in LF alone': (body, random) => {
    const at = random.pick(['HTTP/1.1', '127.0.0.1', 'application/json']);
    return textOf(createDraft(body)).replace(`${at}\r\n`, `${at}\n`);
  },
  'lines that all end in LF alone': (body) =>
    textOf({ ...createDraft(body), body: '' }).replaceAll('\r\n', '\n') + body,
  'space before a colon': (body, random) =>
    textOf(createDraft(body)).replace(random.pick(['Host:', 'Content-Length:']), withSpace),
  'header without a colon': (body) =>
    textOf(createDraft(body)).replace('\r\nHost', '\r\nNonsense\r\nHost'),
  'wrong header name': (body, random) =>
    textOf(after(createDraft(body), [random.pick(WRONG_NAMES), 'x'])),
  'control character in a header': (body, random) =>
    textOf(after(createDraft(body), ['X', random.pick(WRONG_VALUES)])),
  'wrong chunk size': (body, random) => {
    const good = random.chance(0.5) ? '1\r\n{\r\n' : '';
    const size = random.pick(WRONG_SIZES);
    return textOf(chunkedDraft(`${good}${size}\r\n${body}\r\n0\r\n\r\n`));
  },
  'chunk longer than its size': (body) =>
    textOf(chunkedDraft(`${(body.length - 1).toString(16)}\r\n${body}\r\n0\r\n\r\n`)),
  'chunk line that ends in LF alone': (body) =>
    textOf(chunkedDraft(`${body.length.toString(16)}\n${body}\r\n0\r\n\r\n`)),
  'wrong version': (body, random) =>
    textOf(createDraft(body)).replace('HTTP/1.1', random.pick(WRONG_VERSIONS)),
  'wrong method': (body, random) =>
    textOf({ ...createDraft(body), method: random.pick(WRONG_METHODS) }),
  'control character in the target': (body, random) =>
    textOf({ ...createDraft(body), target: random.pick(['/pl\0ants', '/pl\x01ants', '/\x7f']) }),
  'preface of HTTP/2': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0',
  'hello of TLS': () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
};

const TRANSFER = 'Transfer-Encoding';

/** The names of all faults of this kind. */
export const FRAMING_FAULTS: readonly string[] = Object.keys(FAULTS);

/** A create with one fault in its framing. */
export const framingFault: Recipe = ({ random, nextPlant }) => {
  const kind = random.pick(FRAMING_FAULTS);
  const plant = nextPlant();
  const bytes = FAULTS[kind]?.(bodyOf(random, plant), random) ?? '';
  return { kind, bytes, expected: { statuses: 'refusal', connection: 'closes', plant } };
};

/** No Host, which HTTP/1.1 wants: the request is refused, and whether the connection stays is open. */
export const hostless: Recipe = ({ random, nextPlant }) => {
  const plant = nextPlant();
  const draft = createDraft(bodyOf(random, plant));
  const headers = draft.headers.filter(([name]) => name !== 'Host');
  const bytes = textOf({ ...draft, headers });
  return { kind: 'no Host', bytes, expected: { statuses: [400], connection: 'either', plant } };
};

/** A create, with one header in the place of another. */
function changed(body: string, replaced: string, name: string, value: string): Draft {
  const draft = createDraft(body);
  const headers = draft.headers.map((header): Header =>
    header[0] === replaced ? [name, value] : header,
  );
  return { ...draft, headers };
}

function before(draft: Draft, header: Header): Draft {
  return { ...draft, headers: [header, ...draft.headers] };
}

function after(draft: Draft, header: Header): Draft {
  return { ...draft, headers: [...draft.headers, header] };
}

function withSpace(nameAndColon: string): string {
  return nameAndColon.replace(':', ' :');
}

import {
  chunkedDraft,
  replaceHeader,
  textOf,
  withHeaders,
  type Draft,
  type Header,
} from '../../request-text';
import type { Random } from '../../../../src/cli/random';

import { inChunks } from './bodies';
import { createRecipe, type Recipe } from './requests';

/**
 * Creates of which a server cannot be certain where they end, or whom they are for: each is refused, and
 * nothing behind it on the connection counts.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-6.3
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-5
 */

/** Makes a faulty request of a good one, as a draft or a text. */
type Fault = (draft: Draft, random: Random) => Draft | string;

const WRONG_CODINGS = ['gzip', 'gzip, chunked', 'chunked, gzip', 'chunked, chunked', 'identity'];
const ODD_CODINGS = ['xchunked', 'chunkedx', 'chunked;q=1', 'chunked,', '"chunked"', 'chunk ed'];
const WRONG_LENGTHS = ['-1', '+5', '1e3', '0x10', '5 5', '5,', '99999999999999999999', 'x'];
const WRONG_HOSTS = ['a b', 'u@h', 'x, y', 'a/b', 'a?b', 'a#b', 'http://a', 'a:b:c', '[::1'];
const WRONG_SIZES = ['zz', '-1', '0x5', '', '5 5', 'fffffffffffffffff', '+5', '5,5', ';a'];
const WRONG_NAMES = ['X A', 'X\x01', 'X(A)', 'X"A', 'X/A', '', 'X\xe9', '{X}'];
const WRONG_VALUES = ['a\0b', 'a\rb', 'a\x01b', 'a\x7fb'];
const WRONG_VERSIONS = ['HTTP/1.2', 'HTTP/3.0', 'HTTP/11', 'HTTP/x', 'HTTP', 'http/1.1', 'ICY/1.0'];
const WRONG_METHODS = ['FOO', 'post', 'P(ST', 'PO ST', '\0POST', 'P', 'GETPOST'];

const TRANSFER = 'Transfer-Encoding';
const LENGTH = 'Content-Length';

const FAULTS: Readonly<Record<string, Fault>> = {
  'HTTP/1.0 with Transfer-Encoding': ({ body }, random) => ({
    ...chunkedDraft(inChunks(random, body)),
    version: '1.0',
  }),
  'empty Transfer-Encoding': (draft) => replaceHeader(draft, LENGTH, [TRANSFER, '']),
  'wrong Transfer-Encoding': (draft, random) =>
    replaceHeader(draft, LENGTH, [TRANSFER, random.pick(WRONG_CODINGS)]),
  'odd Transfer-Encoding': (draft, random) =>
    replaceHeader(draft, LENGTH, [TRANSFER, random.pick(ODD_CODINGS)]),
  'Transfer-Encoding with Content-Length': ({ body }, random) => {
    const draft = chunkedDraft(inChunks(random, body));
    return atEitherEnd(draft, random, [LENGTH, String(draft.body.length)]);
  },
  'two Content-Lengths that differ': (draft, random) => {
    const other = String(draft.body.length + random.pick([-1, 1, 9]));
    return atEitherEnd(draft, random, [LENGTH, other]);
  },
  'Content-Length of two numbers': (draft) => {
    const { length } = draft.body;
    return replaceHeader(draft, LENGTH, [LENGTH, `${length}, ${length + 1}`]);
  },
  'wrong Content-Length': (draft, random) =>
    replaceHeader(draft, LENGTH, [LENGTH, random.pick(WRONG_LENGTHS)]),
  'two Hosts': (draft, random) =>
    withHeaders(draft, [random.pick(['Host', 'hOST']), random.pick(['x', '127.0.0.1'])]),
  'wrong Host': (draft, random) => replaceHeader(draft, 'Host', ['Host', random.pick(WRONG_HOSTS)]),
  'folded header': (draft, random) =>
    withHeaders(draft, ['X', random.pick(['a\r\n b', 'a\r\n\tb', '\r\n b'])]),
  'folded first header': (draft) => textOf(draft).replace('\r\nHost', '\r\n Folded: x\r\nHost'),
  'line that ends in LF alone': (draft, random) => {
    const at = random.pick(['HTTP/1.1', '127.0.0.1', 'application/json']);
    return textOf(draft).replace(`${at}\r\n`, `${at}\n`);
  },
  'lines that all end in LF alone': (draft) =>
    textOf({ ...draft, body: '' }).replaceAll('\r\n', '\n') + draft.body,
  'space before a colon': (draft, random) =>
    textOf(draft).replace(random.pick(['Host:', 'Content-Length:']), withSpace),
  'header without a colon': (draft) => textOf(draft).replace('\r\nHost', '\r\nNonsense\r\nHost'),
  'wrong header name': (draft, random) => withHeaders(draft, [random.pick(WRONG_NAMES), 'x']),
  'control character in a header': (draft, random) =>
    withHeaders(draft, ['X', random.pick(WRONG_VALUES)]),
  'wrong chunk size': ({ body }, random) => {
    const good = random.chance(0.5) ? '1\r\n{\r\n' : '';
    return chunkedDraft(`${good}${random.pick(WRONG_SIZES)}\r\n${body}\r\n0\r\n\r\n`);
  },
  'chunk longer than its size': ({ body }) =>
    chunkedDraft(`${(body.length - 1).toString(16)}\r\n${body}\r\n0\r\n\r\n`),
  'chunk line that ends in LF alone': ({ body }) =>
    chunkedDraft(`${body.length.toString(16)}\n${body}\r\n0\r\n\r\n`),
  'wrong version': (draft, random) =>
    textOf(draft).replace('HTTP/1.1', random.pick(WRONG_VERSIONS)),
  'wrong method': (draft, random) => ({ ...draft, method: random.pick(WRONG_METHODS) }),
  'control character in the target': (draft, random) => ({
    ...draft,
    target: random.pick(['/pl\0ants', '/pl\x01ants', '/\x7f']),
  }),
  'preface of HTTP/2': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0',
  'hello of TLS': () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
};

/** The names of all faults of this kind. */
export const FRAMING_FAULTS: readonly string[] = Object.keys(FAULTS);

const RECIPES = Object.entries(FAULTS).map(([kind, fault]) =>
  createRecipe(kind, 'refusal', 'closes', fault),
);

/** A create with one fault in its framing. */
export const framingFault: Recipe = (ingredients) => ingredients.random.pick(RECIPES)(ingredients);

function atEitherEnd(draft: Draft, random: Random, header: Header): Draft {
  return random.chance(0.5)
    ? { ...draft, headers: [header, ...draft.headers] }
    : withHeaders(draft, header);
}

function withSpace(nameAndColon: string): string {
  return nameAndColon.replace(':', ' :');
}

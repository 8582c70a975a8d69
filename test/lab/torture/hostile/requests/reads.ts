import { textOf, type Header } from '../../../bench/request-text';
import { UPGRADES } from './creates';
import type { Expected, HostileRequest, Recipe } from './request';

/** Requests that change nothing, for paths that are known and paths that are not. */

interface Read {
  readonly method: string;
  readonly target: string;
  readonly headers?: readonly Header[];
  readonly statuses: Expected['statuses'];
}

const READS: readonly Read[] = [
  { method: 'GET', target: '/-/live', statuses: [200] },
  { method: 'HEAD', target: '/-/live', statuses: [200] },
  { method: 'OPTIONS', target: '/-/live', statuses: [204] },
  { method: 'POST', target: '/-/live', statuses: [405] },
  { method: 'GET', target: 'http://example.com/-/live', statuses: [200] },
  { method: 'GET', target: '/-/ready', statuses: [200] },
  { method: 'GET', target: '/-/nothing', statuses: [404] },
  { method: 'GET', target: '/plants', statuses: [405] },
  { method: 'HEAD', target: '/plants', statuses: [405] },
  { method: 'DELETE', target: '/plants', statuses: [405] },
  { method: 'OPTIONS', target: '/plants', statuses: [204] },
  { method: 'OPTIONS', target: '*', statuses: [204] },
  { method: 'GET', target: '/', statuses: [404] },
  { method: 'GET', target: '/nowhere?x', statuses: [404] },
  { method: 'HEAD', target: '/nowhere', statuses: [404] },
  { method: 'GET', target: '/%zz', statuses: 'refusal' },
];

/** Conditions and codings that a server may honour or not. */
const DOCUMENT_HEADERS: readonly (readonly Header[])[] = [
  [],
  [['Accept-Encoding', 'gzip, deflate, br']],
  [['Accept-Encoding', 'identity;q=1, *;q=0']],
  [['If-None-Match', '"x", W/"y"']],
  [['If-None-Match', '*']],
];

/** A request of the table above, mostly without anything else. */
export const anyRead: Recipe = ({ random }) => read(random.pick(READS));

/** The same with an offer to change the protocol, as upgradingCreate has it. */
export const upgradingRead: Recipe = ({ random }) => {
  const upgraded = { ...random.pick(READS), headers: random.pick(UPGRADES) };
  return { ...read(upgraded, 'either'), kind: 'read with Upgrade' };
};

/** The document, which is the largest response there is. */
export const readDocument: Recipe = ({ random }) => {
  const headers = random.pick(DOCUMENT_HEADERS);
  const mayBeUnchanged = headers.some(([name]) => name === 'If-None-Match');
  const method = random.pick(['GET', 'GET', 'GET', 'HEAD']);
  const statuses = mayBeUnchanged ? [200, 304] : [200];
  return read({ method, target: '/-/openapi.json', headers, statuses });
};

/** A read with a body, which has no meaning and must be got out of the way (RFC 9110, section 9.3.1). */
export const readWithBody: Recipe = ({ random }) => {
  const body = 'x'.repeat(random.integer(1, 2_000));
  const { bytes, ...rest } = read({
    method: 'GET',
    target: '/-/live',
    headers: [['Content-Length', String(body.length)]],
    statuses: [200],
  });
  return { ...rest, bytes: bytes + body };
};

/** The last one of its connection. */
export const lastRead: Recipe = () => {
  const headers: Header[] = [['Connection', 'close']];
  const last = read({ method: 'GET', target: '/-/live', headers, statuses: [200] }, 'closes');
  return { ...last, kind: 'read with Connection: close' };
};

function read(
  { method, target, headers = [], statuses }: Read,
  connection: Expected['connection'] = 'stays',
): HostileRequest {
  const all: Header[] = [['Host', 'localhost'], ...headers];
  const bytes = textOf({ method, target, version: '1.1', headers: all, body: '' });
  return {
    kind: `${method} ${target}`,
    bytes,
    expected: { statuses, connection, ...(method === 'HEAD' && { isHead: true }) },
  };
}

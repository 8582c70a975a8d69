import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isUtf8 } from 'node:buffer';
import { writeRegularFile } from '../../cli/regular-file';
import type { Finding } from '../finding';
import type { Results } from '../results';
import { responseOf, type Exchange, headerValues, type ReceivedResponse } from '../exchange';
import { isJsonObject } from '../../generate/index';
import { findingFacts, type FindingFacts } from './finding-facts';
import { SEND_MODULE_START, sendModule } from './jest-tests/send-module';
import {
  bodyLiteral,
  comment,
  literal,
  withTokens,
  templateText,
  bufferLiteral,
} from './jest-tests/literal';

const SEND = 'send.js';

/**
 * Makes the folder of the tests, if it is not there.
 *
 * @throws Error when it cannot be written, or has another `send.js`
 */
export function prepareTests(folder: string): void {
  mkdirSync(folder, { recursive: true });
  accessSync(folder, constants.W_OK);
  const file = path.join(folder, SEND);
  const isOther = existsSync(file) && !readFileSync(file, 'utf8').startsWith(SEND_MODULE_START);
  if (isOther) throw new Error(`${file} is there already and would be written over`);
}

/**
 * Writes each fault of the service as a test for jest, which fails until it is corrected, and `send.js`,
 * which they share. They need nothing of this project.
 *
 * @param results without credentials (Redaction): TOKEN in the environment takes their place
 * @returns the paths of the tests
 */
export function saveTests(results: Results, folder: string): string[] {
  prepareTests(folder);
  writeRegularFile(path.join(folder, SEND), sendModule(results.url));
  const taken = new Set<string>();
  return results.findings
    .filter(({ fault }) => fault === 'service')
    .map((finding) => {
      const file = path.join(folder, fileName(finding, taken));
      writeRegularFile(file, jestTest(findingFacts(results, finding)));
      return file;
    });
}

/** A name that no other has, also where letters of both cases are the same. */
function fileName({ operationId = 'no-operation', check }: Finding, taken: Set<string>): string {
  const name = `${operationId.replace(/[^\w-]+/g, '_')}.${check}`;
  let number = 1;
  const numbered = (): string => (number === 1 ? name : `${name}-${number}`);
  while (taken.has(numbered().toLowerCase())) number += 1;
  taken.add(numbered().toLowerCase());
  return `${numbered()}.test.js`;
}

/** A finding as a test for jest. */
function jestTest({ finding, rule, place, repeat }: FindingFacts): string {
  const { check, operationId = 'no operation', message, exchanges } = finding;
  const names = exchanges.map((_, index) =>
    exchanges.length === 1 ? 'response' : `response${index + 1}`,
  );
  const steps = exchanges.flatMap((exchange, index) => {
    const name = names[index] ?? '';
    return [
      comment(exchange.testCase.title),
      ...sendCode(exchange, name, exchanges.slice(0, index)),
      ...(index < exchanges.length - 1 ? preconditionCode(exchange, name) : []),
    ];
  });
  const body = [...steps, ...expectationCode(finding, names.at(-1) ?? '')];
  const used = ['basic', 'send', 'shown', 'token'].filter((name) =>
    body.join('\n').includes(`${name}(`),
  );
  const lines = [
    comment(`${check}: ${rule}`),
    comment(place),
    comment(repeat),
    `const { ${used.join(', ')} } = require('./send');`,
    '',
    `test(${literal(`${operationId}: ${message}`)}, async () => {`,
    ...body.map((line) => `  ${line}`),
    '});',
  ];
  return `${lines.join('\n')}\n`;
}

function sendCode(
  { testCase: { request } }: Exchange,
  name: string,
  earlier: readonly Exchange[],
): string[] {
  const { method, target, headers, body } = request;
  return [
    `const ${name} = await send({`,
    `  method: ${literal(method)},`,
    `  target: ${targetCode(target, earlier)},`,
    ...(headers.length === 0 ? ['  headers: [],'] : headerCode(headers)),
    ...(body ? [`  body: ${bodyLiteral(body)},`] : []),
    '});',
  ];
}

function headerCode(headers: Exchange['testCase']['request']['headers']): string[] {
  const pairs = headers.map(([name, value]) => `    [${literal(name)}, ${withTokens(value)}],`);
  return ['  headers: [', ...pairs, '  ],'];
}

/** What comes before shows something only where it does what it did. */
function preconditionCode(exchange: Exchange, name: string): string[] {
  const response = responseOf(exchange);
  return response ? [`expect(${name}.status).toBe(${response.status});`] : [];
}

/**
 * The target of a request, as JavaScript: segments of its path that an earlier response gave, such as the
 * id of what it created, are taken from that response, since they are others each time.
 *
 * @param earlier those before it, whose responses are called `response1` and so on
 */
function targetCode(target: string, earlier: readonly Exchange[]): string {
  const [path = '', ...query] = target.split('?');
  const codes = path.split('/').map((segment) => ({ segment, code: sourceOf(segment, earlier) }));
  if (codes.every(({ code }) => code === undefined)) return withTokens(target, 'URL');
  const written = codes.map(({ segment, code }) =>
    code === undefined ? templateText(segment) : `\${${code}}`,
  );
  return `\`${[written.join('/'), ...query.map(templateText)].join('?')}\``;
}

/** What a segment is taken from; undefined where the request that got the response named it itself. */
function sourceOf(segment: string, earlier: readonly Exchange[]): string | undefined {
  if (segment === '') return undefined;
  for (const [index, exchange] of earlier.entries()) {
    if (isSent(segment, exchange)) continue;
    const source = memberOf(segment, exchange) ?? locationOf(segment, exchange);
    if (source !== undefined) return `response${index + 1}${source}`;
  }
  return undefined;
}

function isSent(segment: string, { testCase: { request } }: Exchange): boolean {
  return request.target.includes(segment) || request.body?.includes(segment) === true;
}

function memberOf(segment: string, exchange: Exchange): string | undefined {
  const value = jsonOf(responseOf(exchange)?.body);
  if (!isJsonObject(value)) return undefined;
  const found = Object.entries(value).find(
    ([, member]) =>
      (typeof member === 'string' || typeof member === 'number') &&
      encodeURIComponent(member) === segment,
  );
  if (found === undefined) return undefined;
  const [name] = found;
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.json.${name}` : `.json[${literal(name)}]`;
}

function locationOf(segment: string, exchange: Exchange): string | undefined {
  const response = responseOf(exchange);
  const [location = ''] = response === undefined ? [] : headerValues(response, 'location');
  return location.split('/').at(-1) === segment ? `.headers.location.split('/').at(-1)` : undefined;
}

function jsonOf(body: Buffer | undefined): unknown {
  if (body === undefined || !isUtf8(body)) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    // It holds no member that a later request could take.
    return undefined;
  }
}

/**
 * What a test expects of the last response, as JavaScript: the status that the document has for the request.
 * Where the status was right, that it is no longer the response which was found.
 *
 * @param name of the variable with the response
 */
function expectationCode({ check, message, exchanges }: Finding, name: string): string[] {
  const last = exchanges.at(-1);
  if (last === undefined) return [];
  if (check === 'deleted-is-gone') return [`expect([404, 410]).toContain(${name}.status);`];
  const response = responseOf(last);
  const [least, most] = expectedStatuses(last);
  const isFitting = response && response.status >= least && response.status <= most;
  if (!isFitting) {
    return [
      `expect(${name}.status).toBeGreaterThanOrEqual(${least});`,
      `expect(${name}.status).toBeLessThanOrEqual(${most});`,
    ];
  }
  return [
    '// Only a validator can tell what is right here: this fails as long as the same comes.',
    ...differenceCode(response, message, name),
  ];
}

/** The least and the greatest status that the request may get. */
function expectedStatuses({ judgement }: Exchange): readonly [number, number] {
  switch (judgement.expected) {
    case 'acceptance':
      return [200, 399];
    case 'refusal':
      return [400, 499];
    case 'open':
      return [200, 499];
  }
}

const COMPARED = ['allow', 'content-type', 'www-authenticate'];

/** @param about names further headers to compare */
function differenceCode(response: ReceivedResponse, about: string, name: string): string[] {
  const words: readonly string[] = about.toLowerCase().match(/[\w-]+/g) ?? [];
  const mentioned = response.headers
    .map(([header]) => header.toLowerCase())
    .filter((header) => words.includes(header));
  const compared = [...new Set([...COMPARED, ...mentioned])];
  const seen = compared.flatMap((header) => {
    const given = response.headers.filter(([each]) => each.toLowerCase() === header);
    const value = given.map(([, each]) => each).join(', ');
    return given.length === 0 ? [] : [`${literal(header)}: ${literal(value)}`];
  });
  return [
    `expect(shown(${name}, [${compared.map(literal).join(', ')}])).not.toEqual({`,
    `  status: ${response.status},`,
    `  headers: { ${seen.join(', ')} },`,
    `  body: ${bufferLiteral(response.body)},`,
    '});',
  ];
}

import { responseOf, type Exchange, type ReceivedResponse } from '../../exchange';
import type { Finding } from '../../finding';
import { bufferLiteral, literal } from './literal';

/**
 * What a test expects of the last response, as JavaScript: the status that the document has for the request.
 * Where the status was right, that it is no longer the response which was found.
 *
 * @param name of the variable with the response
 */
export function expectationCode({ check, message, exchanges }: Finding, name: string): string[] {
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

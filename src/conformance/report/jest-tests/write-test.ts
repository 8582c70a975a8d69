import { responseOf, type Exchange } from '../../exchange';
import type { FindingFacts } from '../finding-facts';
import { targetCode } from './carried-values';
import { expectationCode } from './expectation';
import { bodyLiteral, comment, literal, withTokens } from './literal';

/** A finding as a test for jest. */
export function jestTest({ finding, rule, place, repeat }: FindingFacts): string {
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

import type { OperationRequest } from '../samples';
import { commentOf, type HandlerName } from '../generate';
import { type Operation, quoted } from '../document';
import { importOf, type Layout } from './layout';
import type { SampleRequest } from './sample-requests';
import { fits, objectLiteral, textLiteral } from './source-text';

export interface SampledOperation {
  readonly operation: Operation;
  readonly name: HandlerName;
  readonly sample: SampleRequest;
}

/**
 * The test of an unwritten handler. It sends a request that the document allows, and expects 501. Once the handler is
 * written it fails, and its author replaces the expectation and keeps the request.
 */
export function testFile({ operation, name, sample }: SampledOperation, layout: Layout): string {
  if ('reason' in sample) return todoTest(name, sample.reason);
  const title = `A request that the document allows: ${operation.method} ${operation.path}`;
  return `${serviceLines(layout)}
${commentOf({ title })}
const request = ${requestLiteral(sample.request)};

describe(${quoted(name.operationId)}, () => {
  // This fails once the handler is written: expect in its place what \`service.call\` gives, with its types.
  it('is not implemented yet', async () => {
    const response = await service.send(request);
    expect(response.status).toBe(501);
  });
});
`;
}

/** One test of many unwritten handlers, with a row for each, which its author moves to a test of its own. */
export function sharedTestFile(tested: readonly SampledOperation[], layout: Layout): string {
  const requests = tested.flatMap(({ name: { operationId }, sample }) =>
    'reason' in sample ? [] : [[operationId, requestLiteral(sample.request, '  ')] as const],
  );
  const todos = tested.flatMap(({ name, sample }) =>
    'reason' in sample ? [todoTest(name, sample.reason)] : [],
  );
  if (requests.length === 0) return todos.join('\n');
  return `${serviceLines(layout)}
/** Requests that the document allows, by the operations that are not implemented yet. */
const requests = ${objectLiteral(requests)};

// One fails once its handler is written: test by \`service.call\` what it does, and remove its request here. Without this
// file, \`npm run scaffold\` makes it for what is left.
it.each(Object.entries(requests))('%s is not implemented yet', async (_, request) => {
  const response = await service.send(request);
  expect(response.status).toBe(501);
});
${todos.map((test) => `\n${test}`).join('')}`;
}

function serviceLines({ tests, service = '', format }: Layout): string {
  return `import { useService } from ${quoted(importOf(tests, service, format))};

const service = useService();
`;
}

function requestLiteral({ method, target, headers, body }: OperationRequest, indent = ''): string {
  const fields = headers.map(([name, value]) => [name, quoted(value)] as const);
  const members = [
    ['method', quoted(method)],
    ['target', quoted(target)],
    ...(fields.length > 0 ? [['headers', objectLiteral(fields, `${indent}  `)] as const] : []),
    ...(body === undefined ? [] : [['body', bodyLiteral(body, `${indent}  `)] as const]),
  ] as const;
  return objectLiteral(members, indent);
}

function bodyLiteral(bytes: Buffer, indent: string): string {
  const text = bytes.toString();
  if (Buffer.from(text).equals(bytes)) return textLiteral(text);
  const encoded = quoted(bytes.toString('base64'));
  const line = `Buffer.from(${encoded}, 'base64')`;
  if (fits(`${indent}body: ${line},`)) return line;
  return `Buffer.from(\n${indent}  ${encoded},\n${indent}  'base64',\n${indent})`;
}

/** The todo that Jest reports until the test is written. */
function todoTest({ operationId }: HandlerName, reason: string): string {
  const title = quoted(`responds as the document says; no request was made from it: ${reason}`);
  const line = `  it.todo(${title});`;
  return `describe(${quoted(operationId)}, () => {
${fits(line) ? line : `  it.todo(\n    ${title},\n  );`}
});
`;
}

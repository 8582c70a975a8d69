import type { OperationRequest } from '../samples';
import { commentOf, type HandlerName } from '../generate';
import { type Operation, quoted } from '../document';
import { importOf, type Layout } from './layout';
import type { SampleRequest } from './sample-requests';
import { fits, objectLiteral, textLiteral } from './source-text';

/**
 * The test of an unwritten handler. It sends a request that the document allows, and expects 501. Once the handler is
 * written it fails, and its author replaces the expectation and keeps the request.
 *
 * @param service the module that exports `useService`
 */
export function testFile(
  operation: Operation,
  name: HandlerName,
  sample: SampleRequest,
  layout: Layout,
  service: string,
): string {
  return 'reason' in sample
    ? todoTest(name, sample.reason)
    : requestTest(
        operation,
        name,
        sample.request,
        quoted(importOf(layout.tests, service, layout.format)),
      );
}

function requestTest(
  { method, path }: Operation,
  { operationId }: HandlerName,
  request: OperationRequest,
  service: string,
): string {
  return `import { useService } from ${service};

const service = useService();

${commentOf({ title: `A request that the document allows: ${method} ${path}` })}
const request = ${requestLiteral(request)};

describe(${quoted(operationId)}, () => {
  // This fails once the handler is written: expect in its place what the operation does.
  it('is not implemented yet', async () => {
    const response = await service.send(request);
    expect(response.status).toBe(501);
  });
});
`;
}

function requestLiteral({ method, target, headers, body }: OperationRequest): string {
  const fields = headers.map(([name, value]) => [name, quoted(value)] as const);
  return objectLiteral([
    ['method', quoted(method)],
    ['target', quoted(target)],
    ...(fields.length > 0 ? [['headers', objectLiteral(fields, '  ')] as const] : []),
    ...(body === undefined ? [] : [['body', bodyLiteral(body)] as const]),
  ]);
}

function bodyLiteral(bytes: Buffer): string {
  const text = bytes.toString();
  if (Buffer.from(text).equals(bytes)) return textLiteral(text);
  const encoded = quoted(bytes.toString('base64'));
  const line = `Buffer.from(${encoded}, 'base64')`;
  return fits(`  body: ${line},`) ? line : `Buffer.from(\n    ${encoded},\n    'base64',\n  )`;
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

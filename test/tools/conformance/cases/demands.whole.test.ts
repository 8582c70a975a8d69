import { answering, testServer } from '../test-server';

/** What services demand of requests beyond their schemas. */

const CONDITIONAL = `
openapi: 3.1.0
info: { title: Settings, version: 1.0.0 }
paths:
  /settings:
    put:
      operationId: changeSettings
      parameters: [{ name: If-Match, in: header, schema: { type: string } }]
      requestBody:
        required: true
        content:
          application/json:
            schema: { type: object, required: [level], properties: { level: { type: integer, maximum: 9 } } }
      responses: { 204: { description: Done }, 428: { description: No condition }, 4XX: { description: Refused } }
`;

async function failuresOfSettings(most: number): Promise<readonly string[]> {
  const server = answering(({ method, headers }, bytes) => {
    if (method !== 'PUT') return [405, { Allow: 'PUT' }];
    if (headers['if-match'] !== '*') return 428;
    try {
      const { level } = JSON.parse(bytes.toString()) as { level: unknown };
      return Number.isInteger(level) && Number(level) <= most ? 204 : 400;
    } catch {
      return 400;
    }
  });
  const { findings } = await testServer(server, CONDITIONAL, {
    makes: (check) => ['invalid-refused', 'accepts-valid'].includes(check),
  });
  return findings.map(({ check, cause }) => [check, cause].join(' ').trim());
}

it('values are tried under the condition that a 428 asks for', async () => {
  expect(await failuresOfSettings(9)).toEqual([]);
  expect(await failuresOfSettings(10)).toEqual(['invalid-refused body /level maximum']);
  expect(await failuresOfSettings(8)).toEqual(['accepts-valid']);
});

const FORM = `
openapi: 3.1.0
info: { title: Files, version: 1.0.0 }
paths:
  /files:
    post:
      operationId: addFile
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema: { type: object, required: [kind, "a\\0"], properties: { kind: { enum: [image] }, "a\\0": { enum: [b] } } }
      responses: { 204: { description: Kept }, 4XX: { description: Refused } }
`;

it('the name of a part with a control character may be refused', async () => {
  const server = answering(({ method }, bytes) => {
    if (method !== 'POST') return [405, { Allow: 'POST' }];
    return bytes.includes(0) ? 400 : 204;
  });
  const { findings } = await testServer(server, FORM, {
    makes: (check) => check === 'accepts-valid',
  });
  expect(findings.map(({ message }) => message)).toEqual([]);
});

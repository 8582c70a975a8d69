/** Documents of any number of operations, all alike: each adds a plant, as that of the plant store does. */

/** How many operations a document has, by the kind of their paths. */
export interface OperationCounts {
  readonly exact: number;
  readonly templated: number;
}

/** A path of each kind, for requests to the operation with a number from 1 on. */
export const exactPath = (number: number): string => `/gardens-${number}/plants`;
export const templatedPath = (number: number): string => `/gardens/bed-${number}/7/plants`;
const pathTemplate = (number: number): string => `/gardens/bed-${number}/{shelf}/plants`;

/** An OpenAPI 3.1 document; every operation has schemas of its own. */
export function operationsDocument({ exact, templated }: OperationCounts): object {
  const shelf = { name: 'shelf', in: 'path', required: true, schema: { type: 'integer' } };
  return {
    openapi: '3.1.0',
    info: { title: 'Gardens', version: '1.0.0' },
    security: [{ bearerAuth: [] }],
    paths: Object.fromEntries([
      ...numbers(exact).map((number): [string, object] => [
        exactPath(number),
        { post: createOperation(`plantInGarden${number}`) },
      ]),
      ...numbers(templated).map((number): [string, object] => [
        pathTemplate(number),
        { parameters: [shelf], post: createOperation(`plantOnShelf${number}`) },
      ]),
    ]),
    components: {
      securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['error', 'message'],
          properties: { error: { type: 'integer' }, message: { type: 'string' } },
        },
      },
      responses: {
        Failure: {
          description: 'The request failed',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      },
    },
  };
}

function createOperation(operationId: string): object {
  const properties = { name: { type: 'string' }, tag: { type: 'string' } };
  return {
    operationId,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['id', 'name'],
            properties: { id: { type: 'integer', format: 'int64' }, ...properties },
          },
        },
      },
    },
    responses: {
      200: {
        description: 'The plant that was added',
        content: {
          'application/json': { schema: { type: 'object', required: ['name'], properties } },
        },
      },
      '4XX': { $ref: '#/components/responses/Failure' },
    },
  };
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

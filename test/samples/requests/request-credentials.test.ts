import type { SecurityScheme } from '../../../src/contract';
import { requirementCredentials } from '../../../src/samples/requests/request-credentials';

it.each<[scheme: string, expected: string]>([
  ['bearer', 'Bearer t'],
  ['BEARER', 'Bearer t'],
  ['basic', `Basic ${Buffer.from('mock:t').toString('base64')}`],
  ['dpop', 'DPoP t'],
  ['ownScheme', 'ownScheme t'],
])('%s is sent under the name that is registered', (scheme, expected) => {
  const securitySchemes: Record<string, SecurityScheme> = { it: { type: 'http', scheme } };
  const { headers } = requirementCredentials({ securitySchemes }, ['it'], () => 't');
  expect(headers).toEqual([['Authorization', expected]]);
});

import { layoutOf } from './layout';

it('the layout of types is read from alternatives, parts and operations', () => {
  const layout = layoutOf(`
export interface paths { '/a': { get: operations['b'] } }
export interface components { schemas: { C: ({ d?: string } & { e: 1 })[] | { 'f/g': components['schemas']['C'] } } }
export interface operations { b: { responses: { 200: never } } }
`);
  expect(Object.fromEntries(layout)).toStrictEqual({
    'paths/~1a': false,
    'paths/~1a/get': false,
    'paths/~1a/get/responses': false,
    'paths/~1a/get/responses/200': false,
    'components/schemas': false,
    'components/schemas/C': false,
    'components/schemas/C/d': true,
    'components/schemas/C/e': false,
    'components/schemas/C/f~1g': false,
    'operations/b': false,
    'operations/b/responses': false,
    'operations/b/responses/200': false,
  });
});

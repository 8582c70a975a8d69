import { createConfig } from '@redocly/openapi-core';
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { mapMembers } from './layout-members';
import { placeOperations } from './place-operations';
import { placeQuerystring } from './place-querystring';

/**
 * The module that openapi-typescript makes of a skeleton (skeleton.ts): it lays out `paths`, `operations`
 * and `components` as clients such as openapi-fetch expect them. The type of a schema is its `$comment`.
 *
 * @param hasPlaces whether it has what openapi-typescript does not know, which is put in its place afterwards
 * @see https://openapi-ts.dev/node
 */
export async function layOut(skeleton: OpenAPI3, hasPlaces: boolean): Promise<string> {
  const nodes = await openapiTypescript(skeleton, {
    silent: true,
    redocly: await createConfig({}),
    transform: ({ $comment }) =>
      $comment === undefined ? undefined : ts.factory.createTypeReferenceNode($comment),
  });
  return astToString(hasPlaces ? nodes.map((node) => mapMembers(node, placed)) : nodes);
}

function placed(members: readonly ts.TypeElement[]): readonly ts.TypeElement[] {
  return placeOperations(placeQuerystring(members));
}

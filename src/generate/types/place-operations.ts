import type ts from 'typescript';
import { membersOf, nameOf, objectMember, renamed } from './layout-members';

/**
 * Puts operations that openapi-typescript does not lay out where they belong in a path item: under
 * `query` and in `additionalOperations`. Each stands as the `get` of an item of its own, beside the one
 * that it belongs to, and the words of that item's name say where to: `$1 query` in the item `$1`.
 *
 * @see https://spec.openapis.org/oas/v3.2.0#path-item-object
 */
export function placeOperations(members: readonly ts.TypeElement[]): readonly ts.TypeElement[] {
  const moving = members.filter((member) => wordsOf(member).length > 1);
  if (moving.length === 0) return members;
  const items = members.filter((member) => !moving.includes(member));
  return items.map((item) => {
    const own = moving.filter((each) => wordsOf(each)[0] === nameOf(item));
    return own.length === 0 ? item : withOperations(item, own);
  });
}

function wordsOf(member: ts.TypeElement): string[] {
  return nameOf(member).split(' ');
}

function withOperations(item: ts.TypeElement, moving: readonly ts.TypeElement[]): ts.TypeElement {
  const query = moving.filter((each) => wordsOf(each)[1] === 'query');
  const additional = moving.filter((each) => !query.includes(each)).map(operationOf);
  return objectMember(item.name ?? '', [
    ...membersOf(item),
    ...query.map(operationOf),
    ...(additional.length === 0 ? [] : [objectMember('additionalOperations', additional)]),
  ]);
}

/** The operation of an item of its own, under the last word of the item's name. */
function operationOf(item: ts.TypeElement): ts.TypeElement {
  const [name = ''] = wordsOf(item).slice(-1);
  const operation = membersOf(item).find((each) => nameOf(each) === 'get');
  if (operation === undefined) throw new Error(`No operation is laid out for "${name}"`);
  return renamed(operation, name);
}

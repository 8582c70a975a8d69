import { CommandError } from '../../cli';
import { asObject, type JsonObject, members, objects, plainText } from '../model/json-object';
import {
  childPointer,
  fragmentPointer,
  pointerPrefixes,
  withoutPlaces,
} from '../model/json-pointer';
import { type Operation, withNames } from '../model/operations';
import { Resolver } from '../model/resolve';
import { METHODS, visitObjects } from '../model/walk-document';
import type { SourceDocument } from '../read/read-document';
import { lostComponents } from './lost-components';
import { isSelected, type SelectedNames, type Selection, selectionOf } from './selection';

/**
 * Reduces a document to the selected operations, of paths and webhooks, without the components and links that only
 * the others need.
 *
 * @param origin where the names come from, to add to the message about an unknown one
 * @throws CommandError for a name of no operation, if none is left, or if one refers into another that is not selected
 */
export function selectPart<Source extends SourceDocument>(
  source: Source,
  names: SelectedNames,
  origin = '',
): Source {
  const { include = [], exclude = [] } = names;
  if (include.length + exclude.length === 0) return source;
  const all = operationsOf(source.document);
  const selection = selectionOf(names, all, [], origin);
  const kept = all.filter((each) => isSelected(each, selection));
  if (!kept.some(({ item }) => item.startsWith('/paths/'))) {
    throw new CommandError(`--include and --exclude leave no operation of ${source.name}${origin}`);
  }
  return partOf(source, selection, all, kept);
}

/** Reduces the base of a document to the same part: what was selected by its names, or has a route of the part. */
export function samePart<Source extends SourceDocument>(
  base: Source,
  { part, document }: SourceDocument,
): Source {
  if (part === undefined) return base;
  const routes = new Set(operationsOf(document).map(routeOf));
  const all = operationsOf(base.document);
  const kept = all.filter((each) => isSelected(each, part) || routes.has(routeOf(each)));
  return partOf(base, part, all, kept);
}

interface PathOperation extends Pick<
  Operation,
  'operationId' | 'method' | 'path' | 'pointer' | 'value'
> {
  /** The pointer of its path item. */
  readonly item: string;
}

/** Includes what generation reads as operations or leaves out: methods in another case, and fields with responses. */
function operationsOf(document: JsonObject): PathOperation[] {
  return ['paths', 'webhooks'].flatMap((map) =>
    withNames(
      members(document[map]).flatMap(([path, fields]) => {
        const item = childPointer('', map, path);
        const additional = childPointer(item, 'additionalOperations');
        return [
          ...members(fields).map(([key, value]) => [key.toUpperCase(), item, key, value] as const),
          ...members(asObject(fields).additionalOperations).map(
            ([key, value]) => [key, additional, key, value] as const,
          ),
        ]
          .filter(
            ([method, at, , value]) =>
              at === additional || isMethod(method) || 'responses' in asObject(value),
          )
          .map(([method, at, key, value]) => {
            return { method, path, item, pointer: childPointer(at, key), value: asObject(value) };
          });
      }),
    ),
  );
}

function isMethod(name: string): boolean {
  return METHODS.some((method) => method === name.toLowerCase());
}

function routeOf({ item, method }: PathOperation): string {
  return `${method} ${item.replace(/\{[^{}]*\}/g, '{}')}`;
}

function partOf<Source extends SourceDocument>(
  source: Source,
  selection: Selection,
  all: readonly PathOperation[],
  kept: readonly PathOperation[],
): Source {
  const { document, faults } = source;
  const others = all.filter((each) => !kept.includes(each));
  const items = new Set(kept.map(({ item }) => item));
  const gone = new Set(others.map(({ item, pointer }) => (items.has(item) ? pointer : item)));
  const isGone = (pointer: string): boolean =>
    pointerPrefixes(pointer).some((prefix) => gone.has(prefix));
  for (const pointer of lostComponents(document, isGone)) gone.add(pointer);
  const ids = new Set<unknown>(others.map(({ operationId }) => operationId));
  const resolver = new Resolver(document);
  visitObjects('openapi', document, '', (kind, _, pointer) => {
    if (kind !== 'link') return;
    const { operationId, operationRef } = resolver.tryResolve(pointer)?.value ?? {};
    const target = fragmentPointer(plainText(operationRef)) ?? '';
    if (ids.has(operationId) || isGone(target)) gone.add(pointer);
  });
  // No operation that is left inherits it.
  const schemes = objects(document.security).flatMap((each) => Object.keys(each));
  if (schemes.some((name) => isGone(childPointer('/components/securitySchemes', name)))) {
    gone.add('/security');
  }
  const excluded = others.map(({ pointer }) => pointer).filter((at) => at.startsWith('/paths/'));
  return {
    ...source,
    document: withoutPlaces(document, gone),
    faults: faults.filter(({ pointer }) => !isGone(pointer)),
    part: { ...selection, excluded, whole: { document, faults } },
  };
}

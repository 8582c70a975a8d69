import {
  type DocumentNotice,
  asObject,
  type JsonObject,
  members,
  objects,
  childPointer,
  pointerPrefixes,
  valueAt,
  basePathsOf,
  METHODS,
  type Part,
} from '../../document';
import { pointerKeys, type LeftOutOperation } from 'openapi-trellis/tools';

/** The pointer of a path or operation that is not served, and that of the fault. */
type LostPart = readonly [part: string, cause: string];

/**
 * The operations of a document that are not served, for guards of routes: for a path of which no operation can be read,
 * every method that is not served.
 *
 * @param served each as `GET /plants`
 * @param part the selection, if the document is a part of another
 */
export function leftOutOperations(
  document: JsonObject,
  served: ReadonlySet<string>,
  notices: readonly DocumentNotice[],
  part?: Part,
): LeftOutOperation[] {
  const faulty = [...lostParts(notices), ...misnamedOperations(document)].map(([at, cause]) => {
    return { at, within: document, reason: `because of the fault at ${cause}` } as const;
  });
  const { excluded = [], whole: { document: within = {} } = {} } = part ?? {};
  const all = [...faulty, ...excluded.map((at) => ({ at, within, reason: 'excluded' }) as const)];
  const found = new Map<string, LeftOutOperation>();
  for (const { at, within, reason } of all) {
    for (const operation of operationsAt(within, at)) {
      const key = `${operation.method} ${operation.path}`;
      if (!served.has(key) && !found.has(key)) found.set(key, { ...operation, reason });
    }
  }
  return [...found.values()];
}

function lostParts(notices: readonly DocumentNotice[]): LostPart[] {
  const all = notices.flatMap(({ pointer, leftOut = [] }) =>
    leftOut.map((part): LostPart => [part, pointer]),
  );
  const causes = new Map(all);
  const operations = notices
    .filter(({ severity }) => severity === 'left out')
    .map(({ pointer }) => pointer);
  const told = new Set(operations.flatMap((pointer) => pointerPrefixes(pointer)));
  return [
    ...operations.map((pointer): LostPart => {
      const cause = pointerPrefixes(pointer).flatMap((prefix) => causes.get(prefix) ?? []);
      return [pointer, cause.at(-1) ?? pointer];
    }),
    ...all.filter(([part]) => part.startsWith('/paths/') && !told.has(part)),
  ];
}

/** Fields of path items that have responses under a name that is no method. */
function misnamedOperations(document: JsonObject): LostPart[] {
  return members(document.paths).flatMap(([path, item]) =>
    members(item).flatMap(([field, value]): LostPart[] => {
      const isMethod = (METHODS as readonly string[]).includes(field.toLowerCase());
      if (isMethod || !('responses' in asObject(value))) return [];
      const part = childPointer('', 'paths', path);
      return [[part, childPointer(part, field)]];
    }),
  );
}

/** The operation at a pointer, or all that a path can have. */
function operationsAt(document: JsonObject, pointer: string): Omit<LeftOutOperation, 'reason'>[] {
  const [, key = '', field, name] = pointerKeys(pointer);
  const item = asObject(valueAt(document, childPointer('', 'paths', key)));
  const { servers = item.servers } = asObject(valueAt(document, pointer));
  const place = {
    path: key.startsWith('/') ? key : `/${key}`,
    ...(objects(servers).length > 0 && { basePaths: basePathsOf(servers) }),
  };
  if (field === 'additionalOperations') return [{ method: name ?? '', ...place }];
  // A callback is no operation of the path.
  if (name !== undefined) return [];
  const isMethod = METHODS.some((method) => method === field?.toLowerCase());
  const methods = isMethod ? [field ?? ''] : METHODS;
  return methods.map((method) => ({ method: method.toUpperCase(), ...place }));
}

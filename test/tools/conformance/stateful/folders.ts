import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AnyHandler } from '../../../../src/runtime/contract';
import { type JsonObject, without } from '../../../../src/tools/document';
import { serveDocument, type ServedDocument } from '../../../support/serve-document';

export const FOLDERS = readFileSync(path.join(__dirname, 'folders.yaml'), 'utf8');

interface Input {
  readonly path: Readonly<Record<string, string>>;
  readonly body: JsonObject;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

/**
 * A service of folders, in memory. A folder that was removed can be restored.
 *
 * @param how a fault of the service, or the way of a correct one, in words
 */
export function openFolders(document: string, how: string): Promise<ServedDocument> {
  const folders = new Map<string, JsonObject>();
  const removed = new Map<string, JsonObject>();
  let count = 0;
  let isNew = false;
  const missing = { status: 404, body: {} };
  const at = (things: ReadonlyMap<string, JsonObject>, id = '', status = 200): Answer =>
    things.has(id) ? { status, body: things.get(id) } : missing;
  const restored = (folder: JsonObject, id: string): JsonObject | undefined => {
    if (how === 'restores nothing') return undefined;
    if (how === 'restores without the notice') return without(folder, 'notice');
    if (how === 'restores the title of another') return { ...folder, title: 'something else' };
    return how === 'counts what it restores' ? { ...folder, revision: 2, id } : folder;
  };
  const handlers: Readonly<Record<string, (input: Input) => Answer>> = {
    createFolder: ({ body }) => {
      const id = `F${++count}`;
      folders.set(id, { ...body, id, revision: 1 });
      return at(folders, id, 201);
    },
    getFolder: ({ path: { folderId } }) => {
      const isLate = how === 'shows it at the second look' && isNew;
      isNew = false;
      return isLate ? missing : at(folders, folderId);
    },
    deleteFolder: ({ path: { folderId: id = '' } }) => {
      const folder = folders.get(id);
      if (folder === undefined) return missing;
      folders.delete(id);
      removed.set(id, folder);
      return { status: 204 };
    },
    restoreFolder: ({ path: { folderId: id = '' } }) => {
      const folder = removed.get(id);
      if (how === 'restores none') return { status: 409, body: {} };
      if (folder === undefined) return missing;
      if (how === 'restores later') return { status: 202 };
      isNew = true;
      const other = how === 'restores a copy' ? `F${++count}` : id;
      const back = restored(folder, other);
      if (back !== undefined) folders.set(other, { ...back, id: other });
      return { status: 200, body: { ...folder, id: other } };
    },
  };
  const served = Object.entries(handlers).map(([id, handler]) => [
    id,
    (input: Input) => Promise.resolve(handler(input)),
  ]);
  return serveDocument(
    document,
    Object.fromEntries(served) as Record<string, AnyHandler<unknown, never>>,
    { validateResponses: false },
  );
}

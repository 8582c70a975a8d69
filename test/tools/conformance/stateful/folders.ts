import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AnyHandler } from '../../../../src/runtime/contract';
import { asObject, type JsonObject, without } from '../../../../src/tools/document';
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

const MISSING: Answer = { status: 404, body: {} };
const CONFLICT: Answer = { status: 409, body: {} };

/**
 * A service of folders, which can be restored, and of shelves with notes, in memory.
 *
 * @param how a fault of the service, or the way of a correct one, in words
 */
export async function openFolders(document: string, how: string): Promise<ServedDocument> {
  const handlers = Object.entries({ ...folderHandlers(how), ...shelfHandlers(how) });
  const served = handlers.map(([id, handler]) => [
    id,
    (input: Input) => Promise.resolve(handler(input)),
  ]);
  return serveDocument(
    document,
    Object.fromEntries(served) as Record<string, AnyHandler<unknown, never>>,
    { validateResponses: false, allowMissingHandlers: true },
  );
}

type Handlers = Readonly<Record<string, (input: Input) => Answer>>;

function folderHandlers(how: string): Handlers {
  const folders = new Map<string, JsonObject>();
  const removed = new Map<string, JsonObject>();
  let count = 0;
  let isNew = false;
  const restored = (folder: JsonObject): JsonObject | undefined => {
    if (how === 'restores nothing') return undefined;
    if (how === 'restores without the notice') return without(folder, 'notice');
    if (how === 'restores the title of another') return { ...folder, title: 'something else' };
    return how === 'counts what it restores' ? { ...folder, revision: 2 } : folder;
  };
  return {
    createFolder: ({ body }) => {
      const names = Object.keys(asObject(body.labels));
      if (how === 'refuses names with spaces' && names.some((name) => name.includes(' ')))
        return { status: 400, body: {} };
      const id = `F${++count}`;
      folders.set(id, { ...body, ...maps(body, how), id, revision: 1 });
      return { status: 201, body: folders.get(id) };
    },
    getFolder: ({ path: { folderId = '' } }) => {
      const isLate = how === 'shows it at the second look' && isNew;
      isNew = false;
      const folder = isLate ? undefined : folders.get(folderId);
      return folder === undefined ? MISSING : { status: 200, body: folder };
    },
    deleteFolder: ({ path: { folderId: id = '' } }) => {
      const folder = folders.get(id);
      if (folder === undefined) return MISSING;
      folders.delete(id);
      removed.set(id, folder);
      return { status: 204 };
    },
    restoreFolder: ({ path: { folderId = '' } }) => {
      const folder = removed.get(folderId);
      if (how === 'restores none') return CONFLICT;
      if (folder === undefined) return MISSING;
      if (how === 'restores later') return { status: 202 };
      isNew = true;
      const id = how === 'restores a copy' ? `F${++count}` : folderId;
      const back = restored(folder);
      if (back !== undefined) folders.set(id, { ...back, id });
      return { status: 200, body: { ...folder, id } };
    },
  };
}

/** Spellings of names in maps, of a service that changes them. */
const SPELLINGS: Readonly<Record<string, (name: string) => string>> = {
  'lowers names of labels': (name) => name.toLowerCase(),
  'lowers names of headers': (name) => name.toLowerCase(),
  'writes names of labels in camel case': (name) =>
    name.replace(/[ ._-]+(.)/g, (_, letter: string) => letter.toUpperCase()),
  'writes names of labels in ASCII': (name) => name.replace(/[^ -~]/g, '?'),
};

/** The labels and headers of a folder as the service stores them. */
function maps(body: JsonObject, how: string): JsonObject {
  const spell = SPELLINGS[how];
  const member = how.endsWith('headers') ? 'headers' : 'labels';
  if (spell === undefined || body[member] === undefined) return {};
  const names = Object.entries(asObject(body[member]));
  return { [member]: Object.fromEntries(names.map(([name, value]) => [spell(name), value])) };
}

function shelfHandlers(how: string): Handlers {
  const shelves = new Map<string, JsonObject>();
  const notes = new Map<string, { readonly shelf: string; readonly note: JsonObject }>();
  let count = 0;
  /** Number of requests for which notes are left. */
  let left = 0;
  const notesOf = (shelf: string, way: 'reads' | 'lists'): readonly JsonObject[] | undefined => {
    const own = [...notes.values()].filter((each) => each.shelf === shelf).map(({ note }) => note);
    if (how === 'marks the notes of a removed shelf' && !shelves.has(shelf))
      return own.map((note) => ({ ...note, isRemoved: true }));
    const ways = [`${way} the notes of a removed shelf`, 'keeps the notes of a removed shelf'];
    return shelves.has(shelf) || ways.includes(how) || left-- > 0 ? own : undefined;
  };
  return {
    createShelf: ({ body }) => {
      const id = `S${++count}`;
      shelves.set(id, { ...body, id });
      return { status: 201, body: shelves.get(id) };
    },
    getShelf: ({ path: { shelfId = '' } }) => {
      const shelf = shelves.get(shelfId);
      return shelf === undefined ? MISSING : { status: 200, body: shelf };
    },
    deleteShelf: ({ path: { shelfId = '' } }) => {
      const isFull = [...notes.values()].some(({ shelf }) => shelf === shelfId);
      if (how === 'keeps shelves with notes' && isFull) return CONFLICT;
      left = how === 'removes notes later' ? 2 : 0;
      return shelves.delete(shelfId) ? { status: 204 } : MISSING;
    },
    listNotes: ({ path: { shelfId = '' } }) => {
      const own = notesOf(shelfId, 'lists');
      return own === undefined ? MISSING : { status: 200, body: own };
    },
    createNote: ({ path: { shelfId = '' }, body }) => {
      if (!shelves.has(shelfId)) return MISSING;
      const note = { ...body, id: `N${++count}` };
      notes.set(note.id, { shelf: shelfId, note });
      return { status: 201, body: note };
    },
    getNote: ({ path: { shelfId = '', noteId } }) => {
      const note = notesOf(shelfId, 'reads')?.find(({ id }) => id === noteId);
      return note === undefined ? MISSING : { status: 200, body: note };
    },
  };
}

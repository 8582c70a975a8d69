import { createServer, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { ConformanceOptions } from '../../../src/tools/conformance/public';
import { without } from '../../../src/tools/document/model/json-object';
import { readDocument } from '../../../src/tools/document/read/read-document';
import { valueAt } from '../../../src/tools/document';
import { HIERARCHY_SHAPES, type HierarchyShape, withOwnId } from '../../support/hierarchy-shapes';
import { temporaryFolder, writeFiles } from '../../support/temporary-folder';
import { testServer } from './test-server';

/** Servers of cats and dogs, tested against each form of document for such a hierarchy. */

type Animal = Readonly<Record<string, unknown>>;

/** The behaviour of a server. */
interface Ways {
  readonly takes: (animal: Animal) => boolean;
  /** The part of an accepted animal that is stored. */
  readonly kept?: (animal: Animal) => Animal;
}

function serverOf({ takes, kept = (animal) => animal }: Ways): Server {
  const animals: Animal[] = [];
  const add = (sent: Animal | undefined): Reply => {
    if (sent === undefined || !takes(sent)) return [400, { message: 'no animal' }];
    const animal = { ...kept(sent), id: animals.length + 1 };
    animals.push(animal);
    return [201, animal];
  };
  const read = (id: string): Reply => {
    const animal = animals[Number(id) - 1];
    if (!/^[1-9]\d*$/.test(id)) return [400, { message: 'no id' }];
    return animal ? [200, animal] : NOT_FOUND;
  };
  return createServer((request, response) => {
    const [, collection, id, ...others] = (request.url ?? '').replace(/\?.*/, '').split('/');
    const methods = id === undefined ? ['GET', 'POST'] : ['GET'];
    const type = request.headers['content-type'] ?? JSON_TYPE;
    if (collection !== 'animals' || others.length > 0) send(response, NOT_FOUND);
    else if (!methods.includes(request.method ?? '')) {
      response.setHeader('Allow', methods.join(', '));
      send(response, [405, { message: 'not allowed' }]);
    } else if (id !== undefined) send(response, read(id));
    else if (request.method === 'GET') send(response, [200, animals]);
    else if (!type.toLowerCase().startsWith(JSON_TYPE))
      send(response, [415, { message: 'no JSON' }]);
    else void text(request).then((body) => send(response, add(parsed(body))));
  });
}

type Reply = readonly [status: number, body: unknown];

const JSON_TYPE = 'application/json';
const NOT_FOUND: Reply = [404, { message: 'not found' }];

function send(response: ServerResponse, [status, body]: Reply): void {
  response.writeHead(status, { 'Content-Type': JSON_TYPE }).end(JSON.stringify(body));
}

/** The object in a JSON text; undefined for anything else. */
function parsed(body: string): Animal | undefined {
  try {
    const value: unknown = JSON.parse(body);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Animal) : undefined;
  } catch {
    return undefined;
  }
}

function isText(value: unknown, most: number): boolean {
  return typeof value === 'string' && Array.from(value).length <= most;
}

/** Validates like JSON Schema alone, which ignores discriminators. */
function isAnimal({ kind, name }: Animal): boolean {
  return typeof kind === 'string' && isText(name, 20);
}

function isCat({ lives }: Animal): boolean {
  return typeof lives === 'number' && Number.isInteger(lives) && lives >= 0 && lives <= 9;
}

function isDog({ tricks = [] }: Animal): boolean {
  return Array.isArray(tricks) && tricks.length <= 5 && tricks.every((each) => isText(each, 9));
}

/** A cat or a dog; only one of three levels has an owner. */
function isChild(animal: Animal, { cat, dog }: HierarchyShape, hasOwner: boolean): boolean {
  const { kind, owner = '' } = animal;
  if (!isAnimal(animal) || (hasOwner && !isText(owner, 20))) return false;
  return kind === cat ? isCat(animal) : kind === dog && isDog(animal);
}

const folder = temporaryFolder();

describe.each(Object.entries(HIERARCHY_SHAPES))('%s', (name, shape) => {
  const { cat, dog, isOpen } = shape;
  const takes = (animal: Animal): boolean => isChild(animal, shape, name === 'three levels');
  const file = path.join(writeFiles(folder, withOwnId(shape)), 'openapi.yaml');
  const source = readDocument(file, file);

  const found = async (ways: Ways, more: Partial<ConformanceOptions>): Promise<string[]> => {
    const { findings } = await testServer(serverOf(ways), source, { runs: 5, ...more });
    const places = findings.map(({ pointer }) => valueAt(source.document, pointer));
    expect(places).not.toContain(undefined);
    const ofService = findings.filter(({ fault }) => fault === 'service');
    return ofService.map(({ message }) => message);
  };

  /** The first findings of a check. */
  const foundBy = (check: string, ways: Ways): Promise<string[]> => {
    const ending = new AbortController();
    return found(ways, {
      makes: (id) => id === check,
      signal: ending.signal,
      onProgress: ({ findings }) => {
        if (findings > 0) ending.abort();
      },
    });
  };

  const correct: readonly (readonly [string, seed: number, Ways])[] = [
    ['takes children alone', 1, { takes }],
    ['goes by JSON Schema alone', 2, { takes: isAnimal }],
  ];

  it.each(correct.slice(0, isOpen ? 2 : 1))(
    'finds nothing of a service that %s',
    async (_, seed, ways) => expect(await found(ways, { seed })).toEqual([]),
  );

  it.each<readonly [string, check: string, RegExp, Ways]>([
    [
      'loses what a child adds',
      'body-matches-schema',
      /^201 .*lives/,
      { takes, kept: (animal) => without(animal, 'lives') },
    ],
    [
      'loses what a child may have',
      'round-trip-exact',
      /tricks/,
      { takes, kept: (animal) => without(animal, 'tricks') },
    ],
    [
      'refuses one of the children',
      'accepts-valid',
      /^400 /,
      { takes: (animal) => animal.kind !== dog && takes(animal) },
    ],
    [
      'answers with another type than that of the child',
      'body-matches-schema',
      /^20. .*lives/,
      { takes, kept: (animal) => (animal.kind === cat ? { ...animal, lives: 'nine' } : animal) },
    ],
  ])('finds a service that %s', async (_, check, finding, ways) => {
    expect(await foundBy(check, ways)).toContainEqual(expect.stringMatching(finding));
  });

  if (isOpen) return;
  it('finds a service that takes what no child is', async () => {
    expect(await foundBy('invalid-refused', { takes: isAnimal })).not.toEqual([]);
  });
});

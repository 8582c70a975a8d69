import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { decodeJson } from '../../../../src/runtime/contract/schema/decode-json';
import { validateAndFill } from '../../../../src/runtime/contract/schema/defaults';
import { parseJson, type ParsedJson } from '../../../../src/runtime/contract/json/parse-json';
import { printJson } from '../../../../src/tools/document/print';
import { loadContract } from '../../../../src/tools/generate/in-memory';
import { compile } from '../../../support/compile';
import { generateInto } from '../../../support/run-in-process';
import { temporaryProject } from '../../../support/temporary-folder';
import { variantsOf } from '../../../support/variants';
import { components, typeCases } from './type-cases';

/** Values of every type, tried on every schema. */
const POOL = [null, true, 0, 7, -1.5, '', 'text', [], [1], ['a'], {}, { name: 'a' }, { a: 1 }];

function documentOf(schemas: readonly unknown[]): Record<string, unknown> {
  const paths = schemas.map((schema, index) => [
    `/${index}`,
    {
      post: {
        operationId: `post${index}`,
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: { 204: { description: 'Taken' } },
      },
    },
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'Types', version: '1' },
    paths: Object.fromEntries(paths),
    components: { schemas: components },
  };
}

/** What the service makes of values: those that a handler would get, and which are refused. */
function createDecoder(schemas: readonly unknown[]): (index: number, value: unknown) => Verdict {
  const { contract, validators } = loadContract(documentOf(schemas));
  return (index, value) => {
    const media = contract.operations[index]!.requestBody!.content['application/json']!;
    if (media.kind !== 'json') throw new Error(media.kind);
    const json = parsed(value);
    if (validateAndFill({ contract, validators }, media, json) !== undefined)
      return { valid: false };
    const [decoded, unfilled] = [json, parsed(value)].map((each) =>
      decodeJson({ contract, validators }, media.projection, each),
    );
    const isFilled = !isDeepStrictEqual(decoded, unfilled);
    return { valid: true, decoded, ...(isFilled && { unfilled }) };
  };
}

function parsed(value: unknown): ParsedJson {
  const json = parseJson(Buffer.from(JSON.stringify(value)));
  if ('fault' in json) throw new Error(json.fault);
  return json;
}

type Verdict =
  | { readonly valid: false }
  /** `unfilled` is what a handler would get without defaults, where that is something else. */
  | { readonly valid: true; readonly decoded: unknown; readonly unfilled?: unknown };

/** A value as a type that only it has. */
function literal(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => {
    return `${JSON.stringify(key)}: ${literal(member)}`;
  });
  return `{ ${members.join('; ')} }`;
}

/** The value with each integer as a handler would get it if it were one of 64 bits. */
function withBigints(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(withBigints);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withBigints(item)]));
}

/** A line of the program that the compiler judges. */
interface Check {
  readonly index: number;
  readonly value: unknown;
  readonly assignable: boolean;
}

describe('types and validators', () => {
  const folder = temporaryProject();
  const schemas = typeCases.map(([, schema]) => schema);
  const asGoodAs = typeCases.map(([, schema, , looser]) => looser?.as ?? schema);
  const disagreements = new Map<number, string[]>();
  const judged = new Map<number, number>();
  let decode: ReturnType<typeof createDecoder>;
  let decodeLoosely: ReturnType<typeof createDecoder>;

  beforeAll(async () => {
    const spec = path.join(folder, 'types.json');
    writeFileSync(spec, printJson(documentOf(schemas)));
    await generateInto(folder, spec);
    decode = createDecoder(schemas);
    decodeLoosely = createDecoder(asGoodAs);
    const checks: Check[] = [];
    typeCases.forEach(([, , values], index) => {
      for (const value of variantsOf([...POOL, ...values], POOL)) {
        const verdict = decode(index, value);
        const loose = decodeLoosely(index, value);
        const taken = verdict.valid ? verdict : loose;
        if (taken.valid) {
          checks.push({ index, value: taken.decoded, assignable: true });
          if ('unfilled' in taken) checks.push({ index, value: taken.unfilled, assignable: false });
        } else {
          checks.push({ index, value, assignable: false });
          checks.push({ index, value: withBigints(value), assignable: false });
        }
      }
    });
    const file = path.join(folder, 'checks.ts');
    // No error is the rule, because errors take the compiler a thousand times as long.
    const lines = checks.map(({ index, value, assignable }, line) => {
      return `export const c${line}: Is<${literal(value)}, 'post${index}'> = ${assignable};`;
    });
    const head = [
      "import type { Operations } from './operations';",
      "type Body<Id extends keyof Operations> = Operations[Id]['input']['body'];",
      'type Is<Value, Id extends keyof Operations> = [Value] extends [Body<Id>] ? true : false;',
    ];
    writeFileSync(file, [...head, ...lines].join('\n'));
    const errors = compile([file]);
    expect(errors.filter((error) => error.file !== 'checks.ts')).toStrictEqual([]);
    const wrong = new Set(errors.map(({ line }) => line - head.length - 1));
    checks.forEach(({ index, value, assignable }, line) => {
      judged.set(index, (judged.get(index) ?? 0) + 1);
      if (!wrong.has(line)) return;
      const list = disagreements.get(index) ?? [];
      list.push(`${literal(value)} is ${assignable ? 'not ' : ''}of the type`);
      disagreements.set(index, list);
    });
  });

  it.each(typeCases.map(([name], index) => [name, index] as const))('agree on %s', (_, index) => {
    expect(judged.get(index)).toBeGreaterThan(POOL.length);
    expect(disagreements.get(index) ?? []).toStrictEqual([]);
  });

  const looser = typeCases.map(([name, , , why], index) => ({ name, index, why }));
  it.each(looser.filter(({ why }) => why !== undefined).map((row) => [row.name, row] as const))(
    'do not agree yet on all values of %s',
    (_, { index }) => {
      const values = variantsOf([...POOL, ...typeCases[index]![2]], POOL);
      const differing = values.filter(
        (value) => decode(index, value).valid !== decodeLoosely(index, value).valid,
      );
      expect(differing.length).toBeGreaterThan(0);
    },
  );

  it('are readable', () => {
    const types = readFileSync(path.join(folder, 'types.ts'), 'utf8');
    expect(types).toContain('"application/json": Pet & {');
  });
});

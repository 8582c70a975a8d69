import type Ajv from 'ajv/dist/2020';
import { _, stringify, type Code, type KeywordCxt, type Name } from 'ajv';
import { anyOf, not, oneOf, or, replaceKeyword } from './ajv-internals';
import type { Discriminator } from '../document';
import { addErrors, callWith, checkBy, type SchemaFunctions } from './schema-functions';

/**
 * Makes `oneOf` and `anyOf` with a discriminator report the errors of the alternative that the value names. They still
 * decide validity themselves.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#discriminator-object
 */
export function addDiscriminators(ajv: Ajv, functions: SchemaFunctions): void {
  for (const [keyword, { code }] of Object.entries({ oneOf, anyOf } as const)) {
    replaceKeyword(ajv, {
      keyword: keyword as 'oneOf' | 'anyOf',
      schemaType: 'array',
      trackErrors: true,
      code(cxt: KeywordCxt) {
        const { discriminator } = cxt.parentSchema as { discriminator?: Discriminator };
        const isLongList = isLong(cxt.schema as unknown[]);
        if (discriminator === undefined && isLongList) checkAlternatives(cxt, functions);
        else if (discriminator === undefined) code(cxt);
        else discriminate(cxt, discriminator, functions);
      },
      error: {
        message: '',
        params: ({ params: { passing, discriminator } }) =>
          discriminator === undefined
            ? _`{passingSchemas: ${passing ?? _`null`}}`
            : _`{discriminator: ${discriminator}}`,
      },
    });
  }
}

function discriminate(
  cxt: KeywordCxt,
  discriminator: Discriminator,
  functions: SchemaFunctions,
): void {
  const { gen, keyword } = cxt;
  const alternatives = cxt.schema as unknown[];
  const enough = keyword === 'oneOf' ? 2 : 1;
  const passing = gen.let('passing', 0);
  const validators = isLong(alternatives) ? functions.list(cxt, alternatives) : undefined;
  if (validators !== undefined) {
    gen.assign(passing, callWith(cxt, 'countFitting', enough, validators));
  } else {
    for (const alternative of alternatives) {
      gen.if(_`${passing} < ${enough}`, () => {
        gen.if(functions.fits(cxt, alternative), () => gen.code(_`${passing}++`));
      });
    }
  }
  cxt.reset();
  const valid = gen.var('valid', _`${passing} === 1`);
  gen.if(not(valid), () => {
    if (validators === undefined) report(cxt, discriminator, functions);
    else reportOfMany(cxt, discriminator, validators);
  });
  cxt.ok(valid);
}

function report(cxt: KeywordCxt, discriminator: Discriminator, functions: SchemaFunctions): void {
  const { gen } = cxt;
  const { alternatives, fallback } = discriminator;
  const reportAlternative = (index: number): void => {
    reportUnlessFaulty(cxt, functions.check(cxt, (cxt.schema as unknown[])[index]));
  };
  const named = namedBy(cxt, discriminator);
  gen.if(false);
  alternatives.forEach((values, index) => {
    if (values.length === 0) return;
    gen.elseIf(isOneOf(named, values));
    reportAlternative(index);
  });
  gen.else();
  if (fallback !== undefined) reportAlternative(fallback);
  else reportNone(cxt, discriminator);
  gen.endIf();
}

/** Does the same with a lookup table. */
function reportOfMany(cxt: KeywordCxt, discriminator: Discriminator, validators: Name): void {
  const { gen } = cxt;
  const { alternatives, fallback = null } = discriminator;
  // The first of alternatives with the same value wins.
  const pairs = alternatives.flatMap((values, index) => values.map((value) => [value, index]));
  const list = pairs.reverse() as [string, number][];
  const ref = new Map(list);
  const indexes = gen.scopeValue('func', { ref, code: _`new Map(${stringify(list)})` });
  const index = _`${indexes}.get(${namedBy(cxt, discriminator)}) ?? ${fallback}`;
  const chosen = gen.const('chosen', _`${validators}[${index}]?.validate`);
  gen.if(
    _`${chosen} === undefined`,
    () => {
      reportNone(cxt, discriminator);
    },
    () => {
      reportUnlessFaulty(cxt, checkBy(cxt, chosen));
    },
  );
}

/** The value of the discriminator property. */
function namedBy({ gen, data }: KeywordCxt, { property }: Discriminator): Name {
  const isObject = _`typeof ${data} == "object" && ${data} !== null && Object.hasOwn(${data}, ${property})`;
  return gen.const('named', _`${isObject} ? ${data}[${property}] : undefined`);
}

/** If the named alternative accepts the value, another one fits too. */
function reportUnlessFaulty(cxt: KeywordCxt, valid: Name): void {
  cxt.gen.if(valid, () => {
    cxt.error(true, { passing: _`[]` });
  });
}

function reportNone(cxt: KeywordCxt, { property, alternatives }: Discriminator): void {
  cxt.error(true, { discriminator: stringify({ property, values: alternatives.flat() }) });
}

function isOneOf(name: Name, values: readonly string[]): Code {
  return or(...values.map((value) => _`${name} === ${value}`));
}

/** Ajv nests the checks of alternatives; above this number they are split into parts, each a function. */
const LONG = 200;

/** Compiles a long `anyOf` or `oneOf`; each part reports whether none, one or more of its alternatives fit. */
function checkAlternatives(cxt: KeywordCxt, functions: SchemaFunctions): void {
  const { gen, keyword } = cxt;
  const parts = slices(cxt.schema as unknown[]).map((part) => ({ [keyword]: part }));
  const call = callWith(cxt, 'faultsOfAlternatives', keyword, functions.list(cxt, parts));
  const faults = gen.const('faults', call);
  gen.if(_`${faults} !== null`, () => {
    addErrors(cxt, faults);
  });
  cxt.ok(_`${faults} === null`);
}

function isLong(alternatives: readonly unknown[]): boolean {
  return alternatives.length > LONG;
}

function slices<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / LONG);
  return Array.from({ length: count }, (_, index) => items.slice(index * LONG, (index + 1) * LONG));
}

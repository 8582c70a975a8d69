import type Ajv from 'ajv/dist/2020';
import { _, stringify, type Code, type KeywordCxt, type Name } from 'ajv';
import { anyOf, not, oneOf, or, replaceKeyword } from './ajv-internals';
import type { Discriminator } from './discriminator';
import type { SchemaFunctions } from './schema-functions';

/**
 * Makes `oneOf` and `anyOf` beside a discriminator report the error of the alternative that the value
 * names. What is valid remains theirs to say.
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
        if (discriminator === undefined) code(cxt);
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
  const passing = gen.let('passing', 0);
  const enough = keyword === 'oneOf' ? 2 : 1;
  for (const alternative of alternatives) {
    gen.if(_`${passing} < ${enough}`, () => {
      gen.if(functions.fits(cxt, alternative), () => gen.code(_`${passing}++`));
    });
  }
  cxt.reset();
  const valid = gen.var('valid', _`${passing} === 1`);
  gen.if(not(valid), () => {
    report(cxt, discriminator, functions);
  });
  cxt.ok(valid);
}

function report(cxt: KeywordCxt, discriminator: Discriminator, functions: SchemaFunctions): void {
  const { gen, data } = cxt;
  const { property, alternatives, fallback } = discriminator;
  const reportAlternative = (index: number): void => {
    const valid = functions.check(cxt, (cxt.schema as unknown[])[index]);
    gen.if(valid, () => {
      cxt.error(true, { passing: _`[]` });
    });
  };
  const isObject = _`typeof ${data} == "object" && ${data} !== null && Object.hasOwn(${data}, ${property})`;
  const named = gen.const('named', _`${isObject} ? ${data}[${property}] : undefined`);
  gen.if(false);
  alternatives.forEach((values, index) => {
    if (values.length === 0) return;
    gen.elseIf(isOneOf(named, values));
    reportAlternative(index);
  });
  gen.else();
  if (fallback !== undefined) reportAlternative(fallback);
  else cxt.error(true, { discriminator: stringify({ property, values: alternatives.flat() }) });
  gen.endIf();
}

function isOneOf(name: Name, values: readonly string[]): Code {
  return or(...values.map((value) => _`${name} === ${value}`));
}

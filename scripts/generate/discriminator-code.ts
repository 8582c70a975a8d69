import type Ajv from 'ajv/dist/2020';
import { _, stringify, type Code, type KeywordCxt, type Name } from 'ajv';
import { not, or } from 'ajv/dist/compile/codegen';
import anyOf from 'ajv/dist/vocabularies/applicator/anyOf';
import oneOf from 'ajv/dist/vocabularies/applicator/oneOf';
import type { Discriminator } from './discriminator';
import { fits } from './keyword-code';

/**
 * Makes `oneOf` and `anyOf` beside a discriminator report the error of the alternative that the value
 * names. What is valid remains theirs to say.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#discriminator-object
 */
export function addDiscriminators(ajv: Ajv): void {
  for (const { keyword, code } of [oneOf, anyOf]) {
    ajv.removeKeyword(keyword as string);
    ajv.addKeyword({
      keyword,
      schemaType: 'array',
      trackErrors: true,
      code(cxt: KeywordCxt) {
        const { discriminator } = cxt.parentSchema as { discriminator?: Discriminator };
        if (discriminator === undefined) code(cxt);
        else discriminate(cxt, discriminator);
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

function discriminate(cxt: KeywordCxt, discriminator: Discriminator): void {
  const { gen, keyword } = cxt;
  const valid = fits(cxt, { [keyword]: cxt.schema as unknown });
  cxt.reset();
  gen.if(not(valid), () => {
    report(cxt, discriminator);
  });
  cxt.ok(valid);
}

function report(cxt: KeywordCxt, discriminator: Discriminator): void {
  const { gen, keyword, data } = cxt;
  const { property, alternatives } = discriminator;
  const isObject = _`typeof ${data} == "object" && ${data} !== null && Object.hasOwn(${data}, ${property})`;
  const named = gen.const('named', _`${isObject} ? ${data}[${property}] : undefined`);
  gen.if(false);
  alternatives.forEach((values, index) => {
    if (values.length === 0) return;
    gen.elseIf(isOneOf(named, values));
    const valid = gen.name('valid');
    cxt.subschema({ keyword, schemaProp: index }, valid);
    gen.if(valid, () => {
      cxt.error(true, { passing: _`[]` });
    });
  });
  gen.else();
  cxt.error(true, { discriminator: stringify({ property, values: alternatives.flat() }) });
  gen.endIf();
}

function isOneOf(name: Name, values: readonly string[]): Code {
  return or(...values.map((value) => _`${name} === ${value}`));
}

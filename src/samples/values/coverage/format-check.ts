import { CompilableSchemas } from '../../../validators/compilable-schemas';
import { SchemaCompiler } from '../../../validators/validators';
import type { Validate } from '../../../contract';
import { errorOfValue } from '../value-error';

const checks = new Map<string, Validate>();

/**
 * True for a value of a format of JSON Schema or of OpenAPI's registry, and of any type it says nothing of.
 */
export function isOfFormat(format: string, value: unknown): boolean {
  const check = checks.get(format) ?? compiled(format);
  checks.set(format, check);
  return errorOfValue(check, value) === undefined;
}

function compiled(format: string): Validate {
  const document = { components: { schemas: { format: { format } } } };
  const compiler = new SchemaCompiler(new CompilableSchemas(document, undefined));
  return compiler.validatorAt('/components/schemas/format', 'request');
}

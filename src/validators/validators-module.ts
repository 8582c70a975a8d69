import { getProperty, type SchemaEnv, type ValueScopeName } from './ajv-internals';

/**
 * The source of a CommonJS module of compiled functions. Ajv's own writer copies what it has written for
 * each function anew, and embeds the text of each schema.
 *
 * @param compiled with all functions that they call
 * @param exported by the names to export them under
 */
export function validatorsModule(
  compiled: Iterable<SchemaEnv>,
  exported: ReadonlyMap<string, SchemaEnv>,
): string {
  const parts: string[] = [];
  const written = new Set<string>();
  for (const { validate } of compiled) {
    if (validate?.source === undefined) continue;
    const { validateCode, scopeValues } = validate.source;
    const shown = new Set(validateCode.match(/\bschema\d+/g));
    for (const value of Object.values(scopeValues).flatMap((names) => [...(names ?? [])])) {
      const name = String(value);
      // Functions are written in their turn, and hoisted.
      if (value.prefix === 'validate' || written.has(name)) continue;
      if (value.prefix === 'schema' && !shown.has(name)) continue;
      written.add(name);
      parts.push(`const ${name} = ${codeOf(value)};\n`);
    }
    parts.push(validateCode);
  }
  for (const [name, { validateName }] of exported) {
    parts.push(`exports${String(getProperty(name))} = ${String(validateName)};\n`);
  }
  return parts.join('');
}

/** A wrapper stands for a function that was still being compiled when another called it. */
function codeOf({ prefix, value }: ValueScopeName): string {
  if (prefix !== 'wrapper') return String(value?.code);
  return `{validate: ${String((value?.ref as SchemaEnv).validateName)}}`;
}

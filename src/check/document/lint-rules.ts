/**
 * The project's choice of lint rules: Redocly's `recommended`, but for those below. It holds for each
 * document that has no `redocly.yaml` (lint-config.ts).
 *
 * @see https://redocly.com/docs/cli/rules/built-in-rules
 */

/** How bad it is when a rule is broken: `error` fails the check, `warn` does with --strict. */
export type Severity = 'error' | 'warn' | 'off';

/** The rules whose severity is another than that of `recommended`, each with the reason. */
export const LINT_RULES: Readonly<Record<string, readonly [severity: Severity, reason: string]>> = {
  'no-empty-servers': ['warn', 'without servers the document is served at the root'],
  'no-path-trailing-slash': ['warn', 'such a path is served as it is written'],
  'no-server-trailing-slash': ['warn', 'the server is served without the slash'],
  'no-unused-components': [
    'off',
    'it takes $defs for components, and does not see what $dynamicRef and mappings of discriminators use',
  ],
  'operation-operationId-url-safe': ['warn', 'the standard allows any text'],
  'operation-summary': ['warn', 'the standard does not ask for one'],
  'security-defined': ['warn', 'an operation may be meant for everybody'],
};

/** The rules that are always off, since reading the document or examples.ts finds the same and more. */
export const REPLACED_RULES: Readonly<Record<string, string>> = {
  struct: 'the document is validated by the official schema of its version',
  'no-example-value-and-externalValue': 'the official schema says so',
  'no-invalid-media-type-examples': 'examples are validated as messages are',
  'no-invalid-parameter-examples': 'examples are validated as messages are',
  'no-invalid-schema-examples': 'examples are validated as messages are',
  'no-server-variables-empty-enum': 'the official schema says so',
  'no-unresolved-refs': 'each reference is followed when the document is read',
  'operation-operationId-unique': 'reading warns of the second one, and names it otherwise',
  'path-declaration-must-exist': 'the operation is left out',
  'path-not-include-query': 'reading warns of the path',
  'path-parameters-defined': 'reading warns of the parameter, or leaves the operation out',
  'spec-components-invalid-map-name': 'such a name means itself',
};

/* eslint-disable @typescript-eslint/no-require-imports -- loaded when needed */

/**
 * The modules of Ajv that compiled validators call, by the names that Ajv writes. Validators get them from here, so
 * users of this layer need not install Ajv.
 */
const MODULES = {
  'ajv/dist/runtime/equal': () => require('ajv/dist/runtime/equal') as unknown,
  'ajv/dist/runtime/ucs2length': () => require('ajv/dist/runtime/ucs2length') as unknown,
} as const;

type AjvModuleName = keyof typeof MODULES;

export function isAjvModuleName(name: string): name is AjvModuleName {
  return Object.hasOwn(MODULES, name);
}

export function ajvModule(name: AjvModuleName): unknown {
  return MODULES[name]();
}

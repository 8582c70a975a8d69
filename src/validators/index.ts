/** Schemas compiled to validators. */

export { CompilableSchemas } from './compilable-schemas';
export { isBigintSchema } from './exact-keywords';
export { EXTENSIONS_MODULE } from './extension-code';
export { RUNTIME_MODULE } from './schema-functions';
export {
  SchemaCompiler,
  type LoadedContract,
  type ValidatorRequest,
  compileValidators,
} from './validators';

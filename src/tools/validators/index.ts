/** Schemas compiled to validators. */

export { CompilableSchemas } from './compilable-schemas';
export { EXTENSIONS_MODULE } from './extension-code';
export { RUNTIME_MODULE } from './schema-functions';
export {
  compileValidators,
  type LoadedContract,
  SchemaCompiler,
  type ValidatorRequest,
} from './validators';

/** Generation: from an OpenAPI document to TypeScript files, or to a contract in memory. */

export type { GeneratedFiles } from './generate';
export { loadContract, prepareLoaded, type PreparedLoaded } from './in-memory';
export { type ModuleFormat, importName } from './module-format';
export { compareGenerated, type FileDrift, writeGenerated } from './output';
export {
  READING_OPTIONS,
  READING_USAGE,
  usualDocument,
  type GenerationOptions,
  type ReadingOptions,
  generationArguments,
  usualHandlers,
  GENERATION_OPTIONS,
  GENERATION_USAGE,
  USUAL_OUT,
  documentArguments,
  type GenerationCall,
  readingArguments,
  moduleFormat,
  USUAL_HANDLERS,
  modulePath,
  MODULE_USAGE,
  generateOptions,
} from './project-options';
export {
  commandFault,
  generateFor,
  readProjectDocument,
  type OtherFiles,
  documentFiles,
  Notices,
  withStrictQuery,
} from './project';
export { readTools, TOOLS_FILE } from './tools';
export { commentOf } from './types/comments';
export { type HandlerName, handlerNames } from './types/handler-registry';
export { endTypesThread } from './types/types-thread';
export { routeOf } from './validate/operations';
export { type WrittenOperation, writtenOperations } from './validate/prune-invalid';

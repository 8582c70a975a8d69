/** What all commands share: options, exit codes, output, files of the package and of users. */

export { hint } from './command-arguments';
export {
  CommandError,
  IS_COMPILED,
  callWith,
  parseOptions,
  wholeNumber,
  callOf,
  EXIT_COULD_NOT_RUN,
  EXIT_FINDINGS,
  EXIT_OK,
  parseCommandLine,
  type Command,
} from './command-line';
export { readExtensions } from './extensions';
export { git, unreadable, askGit } from './git';
export { HOST_NAME_OPTION, HOST_NAME_USAGE, hostNames } from './host-names';
export { lowerPriority, lowerThreadPriority } from './low-priority';
export { requireGenerators, requireCompiler, requireDevelopment } from './optional-packages';
export { ROOT, DEFAULT_HANDLERS, DEFAULT_OUT, DEFAULT_AUTHENTICATORS } from './package-files';
export { Random, MAX_SEED } from './random';
export { readReasonLines, type ReasonLine, readReasons } from './reasons';
export {
  isWithin,
  readRegularFile,
  readIfRegular,
  writeRegularFile,
  checkSize,
  IrregularFileError,
} from './regular-file';
export { shWord, shellWords, scriptWords, unquotable } from './shell';
export { tableLines } from './table';
export {
  sayLines,
  sayText,
  clearProgress,
  showProgress,
  printReport,
  printLines,
} from './terminal';
export { loadUserModule, compileOnLoad } from './user-module';
export {
  visibleLine,
  visibleSource,
  visibleBody,
  type BodyLimits,
  visibleText,
  visibleJson,
} from './visible';

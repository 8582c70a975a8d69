/** What a schema means: which values it accepts, and what can be proved of all of them. */

export { isNumeric, isTextFormat, lengthOf } from './assertions';
export { NEVER, type Schemas, type Sides, type Term, type Terms } from './atoms';
export { Containment } from './containment';
export { Contradictions } from './contradictions';
export { appliedFormats, Evaluation, hasUnlisted, isPlainlyValid, type Waiver } from './evaluation';
export { type Applied, isChosenBy } from './evaluation-step';
export { Meanings, type SchemaMeaning, type SchemaPart, textsIn } from './meaning';
export { childLabel, childOf, type OpenHierarchy, openHierarchyAt } from './open-hierarchy';
export { Proofs } from './proofs';
export { errorOfValue, isPlainJson } from './value-error';

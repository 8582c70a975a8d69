import type { Direction } from '../../generate/index';

/** Validates values by the schemas of a document with a validator that shares nothing with the contract's. */
export interface SecondValidator {
  /** True when the schema takes the value; undefined when it cannot say. */
  accepts(pointer: string, direction: Direction, value: unknown): boolean | undefined;
}

import type { LoadedContract, SourceDocument } from '../../generate/index';
import type { SecondValidator } from './second-validator';

/** The document that a service is judged by. */
export interface JudgedDocument {
  readonly source: SourceDocument;
  readonly loaded: LoadedContract;
  /** Shares nothing with the validators of the contract. */
  readonly second: SecondValidator;
}

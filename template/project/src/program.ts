import { contract } from '../generated/contract';
import { handlers } from '../generated/handlers';
import { validators } from '../generated/validators';
import type { Program } from './server';

/** What is served: what follows from the document, the handlers, and the document itself, at `/-/docs`. */
export const program: Program = {
  contract,
  validators,
  handlers,
  document: 'generated/openapi.json',
};

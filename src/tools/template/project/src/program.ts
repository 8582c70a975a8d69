import { contract } from '../generated/contract.js';
import { handlers } from '../generated/handlers.js';
import { validators } from '../generated/validators.js';
import type { Program } from './server.js';

/** The parts of the service: code generated from the document, the handlers, and the document itself, at `/-/docs`. */
export const program: Program = {
  contract,
  validators,
  handlers,
  document: 'generated/openapi.json',
};

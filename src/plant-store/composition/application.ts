import {
  type AppHandlers,
  createApp,
  type Express,
  nameResponses,
  type RequestHandler,
} from '../../express';
import type { ProgramSlot } from './program-slot';

/** What the application has around the contract. */
export type ApplicationOptions = Omit<AppHandlers, 'contract'>;

/**
 * The application that every request passes: middleware, what is beside the document, the contract, and
 * behind it what gets the requests that the document does not cover.
 */
export function createApplication(
  slot: ProgramSlot,
  { before = [], after = [], ...settings }: ApplicationOptions,
): Express {
  const handler =
    (name: 'beside' | 'contract' | 'last'): RequestHandler =>
    (message, response, next) =>
      slot.current[name](message, response, next);
  return createApp({
    ...settings,
    before: before.length === 0 ? before : [nameResponses, ...before],
    contract: [handler('beside'), ...(after.length === 0 ? [] : [handler('contract')])],
    after: [...after, handler('last')],
  });
}

import { pointerKeys } from '../../contract';
import type { Direction } from '../../generate/index';

/** Ways that a message may go. */
export type Directions = readonly Direction[];

const BOTH: Directions = ['request', 'response'];

/** What the parts of an operation, and the sections of the components, are parts of. */
const PARTS: Readonly<Record<string, Directions>> = {
  parameters: ['request'],
  requestBody: ['request'],
  requestBodies: ['request'],
  responses: ['response'],
  headers: ['response'],
};

/**
 * The ways that messages go which the object at a pointer describes. A schema of the components may be of
 * both, and so may what webhooks and callbacks send.
 */
export function directionsAt(pointer: string): Directions {
  const [root = '', section = '', field = '', ...inner] = pointerKeys(pointer);
  if (root === 'components') return PARTS[section] ?? BOTH;
  if (root !== 'paths') return BOTH;
  if (field === 'parameters') return ['request'];
  const [part = ''] = field === 'additionalOperations' ? inner.slice(1) : inner;
  return PARTS[part] ?? BOTH;
}

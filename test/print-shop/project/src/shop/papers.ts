import type { Paper } from '../../generated/types.js';

/** What is in stock, the lightest first. */
export const PAPERS: readonly Paper[] = [
  { name: 'Offset', finish: 'matt', weight: 90 },
  { name: 'Poster', finish: 'silk', weight: 135 },
  { name: 'Brochure', finish: 'gloss', weight: 170 },
  { name: 'Card', finish: 'matt', weight: 350 },
];

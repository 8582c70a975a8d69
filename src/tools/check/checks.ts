import { breakingCheck } from './breaking';
import { documentCheck } from './document';
import type { Check } from './drift-check';
import { enforcementCheck } from './enforcement';
import { generatedCheck } from './generated';
import { handlersCheck } from './handlers';
import { serviceCheck } from './service';

/** The checks of the drift gate, in the order of the report. */
export const checks: readonly Check[] = [
  documentCheck,
  generatedCheck,
  handlersCheck,
  enforcementCheck,
  breakingCheck,
  serviceCheck,
];

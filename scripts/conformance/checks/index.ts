import type { Check } from './check';
import { statefulChecks } from '../stateful/checks';
import { requestChecks } from './requests';

/** Every check, in the order in which reports name them. */
export const checks: readonly Check[] = [...requestChecks, ...statefulChecks];

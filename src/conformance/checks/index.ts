import { statefulChecks } from '../stateful/checks';
import { allow, answers, noContent, noServerError, wwwAuthenticate } from './answers';
import {
  bodyMatchesSchema,
  bodyWellFormed,
  errorBodyMatchesSchema,
  writeOnlyHidden,
} from './bodies';
import type { Check } from './check';
import { headersMatchSchema, headersPresent } from './headers';
import { nothingLeaked } from './leaks';
import { requestChecks } from './requests';
import { contentTypePresent, mediaTypeDocumented, statusDocumented } from './responses';

/** Every check, in the order in which reports name them. */
export const checks: readonly Check[] = [
  answers,
  noServerError,
  ...requestChecks,
  statusDocumented,
  mediaTypeDocumented,
  contentTypePresent,
  noContent,
  bodyWellFormed,
  bodyMatchesSchema,
  errorBodyMatchesSchema,
  writeOnlyHidden,
  headersPresent,
  headersMatchSchema,
  nothingLeaked,
  wwwAuthenticate,
  allow,
  ...statefulChecks,
];

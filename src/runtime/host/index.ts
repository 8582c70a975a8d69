/** What hosts share: the bounds of their requests, bodies as they arrive, and whether they are closing. */

export { BodyStream, collectBody, discardRest, MAX_DISCARDED_BYTES } from './body-stream';
export { hostFieldFault } from './host-field';
export { type Linked, LinkedSet } from './linked-set';
export { cutWhenWasteful, gatheringMessageClass } from './gathering-message';
export {
  Closing,
  createServing,
  type DefaultHeaders,
  LAST_WORDS_MS,
  type Serving,
  type ServingOptions,
} from './serving';
export { type CountBody, REQUEST_BYTES, type UnfinishedBody } from './unfinished-bodies';
export type { UnsentResponses } from './unsent-responses';
export { UploadFile } from './upload-file';

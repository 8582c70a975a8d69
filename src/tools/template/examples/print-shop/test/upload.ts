import assert from 'node:assert/strict';
import type { TestService } from './service.js';

export const init = { headers: { 'X-API-Key': 'test-token' } };

/** Uploads a file as a browser does. */
export function upload(service: Pick<TestService, 'call'>, text: string, copies = 1) {
  const file = new File([text], 'poster.pdf', { type: 'application/pdf' });
  return service.call('createJob', { body: { file, copies } }, init);
}

/** Uploads a file. @returns the id of its job */
export async function placeJob(
  service: Pick<TestService, 'call'>,
  copies?: number,
): Promise<string> {
  const response = await upload(service, 'A poster', copies);
  assert(response.status === 202);
  return response.body.id;
}

import assert from 'node:assert/strict';
import type { TestService } from './service.js';

type Customer = Pick<TestService, 'call'>;

/** Uploads a file as a browser does. */
export function upload(customer: Customer, text: string, copies = 1) {
  const file = new File([text], 'poster.pdf', { type: 'application/pdf' });
  return customer.call('createJob', { body: { file, copies } });
}

/** Uploads a file. @returns the id of its job */
export async function placeJob(customer: Customer, copies?: number): Promise<string> {
  const response = await upload(customer, 'A poster', copies);
  assert(response.status === 202);
  return response.body.id;
}

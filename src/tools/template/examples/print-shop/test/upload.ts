import type { TestService } from './service.js';

export const headers = { 'X-API-Key': 'test-token' };

/** Uploads a file as a browser does. */
export function upload(service: TestService, text: string, copies?: number): Promise<Response> {
  const body = new FormData();
  body.append('file', new Blob([text], { type: 'application/pdf' }), 'poster.pdf');
  if (copies !== undefined) body.append('copies', String(copies));
  return service.send({ method: 'POST', target: '/jobs', headers, body });
}

/** Uploads a file. @returns where the state of its job can be read */
export async function placeJob(service: TestService, copies?: number): Promise<string> {
  const response = await upload(service, 'A poster', copies);
  return response.headers.get('Location') ?? '';
}

import type { Job } from '../generated/types.js';

/** Sends the webhook `jobPrinted` of the document, once. A queue would try again where nobody receives it. */
export async function sendJobPrinted(url: string, job: Job): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  const signal = AbortSignal.timeout(5_000);
  await fetch(url, { method: 'POST', headers, body: JSON.stringify(job), signal }).catch(
    () => undefined,
  );
}

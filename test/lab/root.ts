import path from 'node:path';

/** The folder of the checkout. */
export const ROOT = path.join(__dirname, '..', '..');

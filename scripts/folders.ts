import path from 'node:path';

/** The folders of this project. */
export const ROOT = path.join(__dirname, '..');
export const DEFAULT_SPEC = path.join(ROOT, 'spec', 'openapi.yaml');
export const DEFAULT_OUT = path.join(ROOT, 'generated');
export const DEFAULT_EXTENSIONS = path.join(ROOT, 'src', 'extensions.ts');
export const DEFAULT_HANDLERS = path.join(ROOT, 'src', 'plants', 'handlers');
export const DEFAULT_AUTHENTICATORS = path.join(ROOT, 'src', 'authenticators.ts');

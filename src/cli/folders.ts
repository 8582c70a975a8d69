import path from 'node:path';
import { PACKAGE_ROOT as ROOT } from './package-files';

/** The folder of this project: a checkout, or where the package is installed. */
export { ROOT };

/** What is where in a checkout of this project, for its own service. */
export const DEFAULT_SPEC = path.join(ROOT, 'spec', 'openapi.yaml');
export const DEFAULT_OUT = path.join(ROOT, 'generated');
export const DEFAULT_EXTENSIONS = path.join(ROOT, 'src', 'extensions.ts');
export const DEFAULT_HANDLERS = path.join(ROOT, 'src', 'plant-store', 'plants', 'handlers');
export const DEFAULT_AUTHENTICATORS = path.join(ROOT, 'src', 'plant-store', 'authenticators.ts');

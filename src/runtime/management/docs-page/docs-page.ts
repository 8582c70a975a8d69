import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type HttpResponse, packageFolder, responseHeaders } from '../../contract';
import { createDocument } from '../document';
import type { NamedPage } from '../pages';

export interface DocsPageOptions {
  /** False where the operations have another origin, which the page's policy forbids to call. */
  readonly tryItOut: boolean;
  /** Reloads an open page when the document changes, as in development; off by default. */
  readonly follows?: boolean;
}

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const HTML = 'text/html; charset=utf-8';

/** The files that the page loads. */
const ASSETS: readonly (readonly [name: string, type: string, read: () => Promise<Uint8Array>])[] =
  [
    ['docs/page.js', JAVASCRIPT, () => readOwn('page.js')],
    ['docs/page.css', CSS, () => readOwn('page.css')],
    ['docs/swagger-ui-bundle.js', JAVASCRIPT, () => readSwaggerUi('swagger-ui-bundle.js')],
    ['docs/swagger-ui.css', CSS, () => readSwaggerUi('swagger-ui.css')],
    ['docs/icon.png', 'image/png', () => readSwaggerUi('favicon-32x32.png')],
  ];

/**
 * The docs page, which shows the document served next to it as `openapi.json`, and the files that it loads, by name.
 * Each file is read on first use.
 */
export function docsPage({ tryItOut, follows = false }: DocsPageOptions): NamedPage[] {
  const html = async (): Promise<Uint8Array> => {
    const text = Buffer.from(await readOwn('page.html')).toString();
    const withTrying = tryItOut ? text : text.replace('try-it-out="on"', 'try-it-out="off"');
    return Buffer.from(follows ? withTrying.replace('follow="off"', 'follow="on"') : withTrying);
  };
  return [
    ['docs', createDocument(HTML, html)],
    ['docs/', () => Promise.resolve(moved('../docs'))],
    ...ASSETS.map(([name, type, read]): NamedPage => [name, createDocument(type, read)]),
  ];
}

function moved(location: string): HttpResponse {
  return { status: 308, headers: { [responseHeaders.location]: location } };
}

const OWN = path.join(packageFolder(), 'management', 'docs-page', 'browser');

/**
 * The copies that the build makes, so a service needs no other files of the package
 * swagger-ui-dist.
 */
const BUILT = path.join(packageFolder(), 'dist', 'swagger-ui');

/** A file of the page itself. */
function readOwn(name: string): Promise<Uint8Array> {
  return readFile(path.join(OWN, name));
}

/** A file of Swagger UI: from the build or, without one, from the package. */
function readSwaggerUi(name: string): Promise<Uint8Array> {
  const built = path.join(BUILT, name);
  return readFile(existsSync(built) ? built : require.resolve(`swagger-ui-dist/${name}`));
}

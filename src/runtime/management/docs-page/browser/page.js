/* The script of /-/docs: shows the document next to the page, with Swagger UI. */

/** The public URL of the service, also after a proxy, without a trailing slash. */
const SERVICE = location.origin + location.pathname.replace(/\/-\/docs$/, '');

/** Documents with at most this many operations are shown expanded. */
const FEW = 5;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'query'];
const AUTHORITY = /^(?:[^/]*:)?\/\/[^/]*/;

const main = document.getElementById('document');
const triesOut = main.dataset.tryItOut === 'on';

function isObject(value) {
  return typeof value === 'object' && value !== null;
}

/**
 * The same server at the origin of this page, the only one that it may send requests to. Variables of the path can
 * still be chosen.
 */
function serverHere(server) {
  const { url = '/', variables = {}, description } = server;
  const defaultOf = (expression, name) => String(variables[name]?.default ?? expression);
  const path = url.replace(/^\{([^{}]+)\}/, defaultOf).replace(AUTHORITY, '');
  const { pathname } = new URL(path, `${location.origin}/`);
  const template = pathname.replace(/%7B(.+?)%7D/g, (_, name) => `{${decodeURIComponent(name)}}`);
  const here = SERVICE + template.replace(/\/+$/, '');
  const used = Object.entries(variables).filter(([name]) => here.includes(`{${name}}`));
  const stated = url.replace(/\{([^{}]+)\}/g, defaultOf).replace(/\/+$/, '');
  const note = stated === '' || stated === here ? '' : `in place of ${stated}`;
  return {
    url: here,
    description: [description, note].filter(Boolean).join(', '),
    ...(used.length > 0 && { variables: Object.fromEntries(used) }),
  };
}

function serversHere(servers) {
  const known = Array.isArray(servers) ? servers.filter(isObject) : [];
  return known.length === 0 ? [{ url: SERVICE }] : known.map(serverHere);
}

/** The target of a reference within the document, or the value itself. */
function resolve(description, value) {
  let found = value;
  for (let steps = 0; typeof found?.$ref === 'string' && steps < 100; steps++) {
    const names = found.$ref.replace(/^#\//, '').split('/').map(decodeURIComponent);
    found = names.reduce(
      (parent, name) => parent?.[name.replaceAll('~1', '/').replaceAll('~0', '~')],
      description,
    );
  }
  return isObject(found) ? found : value;
}

/** Inlines references to path items and their parameters, since Swagger UI does not resolve them there. */
function inlinePathItems(description) {
  const { paths = {} } = description;
  for (const [path, value] of Object.entries(paths)) {
    const pathItem = { ...resolve(description, value) };
    if (Array.isArray(pathItem.parameters)) {
      pathItem.parameters = pathItem.parameters.map((each) => resolve(description, each));
    }
    paths[path] = pathItem;
  }
}

/** Replaces the servers of the document, its paths and its operations by this origin. */
function bringHere(description) {
  description.servers = serversHere(description.servers);
  for (const pathItem of Object.values(description.paths ?? {}).filter(isObject)) {
    const operations = METHODS.map((method) => pathItem[method]);
    for (const holder of [pathItem, ...operations].filter(isObject)) {
      if (holder.servers !== undefined) holder.servers = serversHere(holder.servers);
    }
  }
}

function countOperations({ paths = {} }) {
  return Object.values(paths)
    .filter(isObject)
    .flatMap((pathItem) => METHODS.filter((method) => isObject(pathItem[method]))).length;
}

/** A cell of a table in Markdown. */
function cell(value) {
  return String(value ?? '')
    .replace(/[\\|`*_<>[\]&]/g, '\\$&')
    .replace(/\s+/g, ' ');
}

/** The `x-enum-varnames` and `x-enum-descriptions` of an `enum`, as a table in Markdown. */
function tableOfValues({ enum: values, ...schema }) {
  const columns = [schema['x-enum-varnames'], schema['x-enum-descriptions']].filter(Array.isArray);
  if (!Array.isArray(values) || columns.length === 0) return undefined;
  const rows = values.map((value, at) => [value, ...columns.map((column) => column[at])]);
  const head = [
    'value',
    ...columns.map((column) => {
      return column === schema['x-enum-varnames'] ? 'name' : 'meaning';
    }),
  ];
  return [head, head.map(() => '---'), ...rows.map((row) => row.map(cell))]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}

/** Adds these tables to the descriptions of all schemas. */
function describeValues(value) {
  if (!isObject(value)) return;
  for (const each of Object.values(value)) describeValues(each);
  if (Array.isArray(value)) return;
  const table = tableOfValues(value);
  if (table !== undefined)
    value.description = [value.description, table].filter(Boolean).join('\n\n');
}

function say(text) {
  const notice = document.getElementById('notice');
  notice.textContent = `${notice.textContent} ${text}`.trim();
  notice.hidden = false;
}

/** The interval of checks for another document, in milliseconds. */
const FOLLOW_MS = 1000;

/** Reloads the page once the document has another entity tag than the one shown. */
function follow(shown) {
  setTimeout(async () => {
    // While the service restarts, the request fails.
    const response = await fetch('openapi.json', { method: 'HEAD', cache: 'no-store' }).catch(
      () => undefined,
    );
    const latest = response?.ok ? response.headers.get('etag') : shown;
    if (latest === shown) follow(shown);
    else location.reload();
  }, FOLLOW_MS);
}

async function show() {
  const response = await fetch('openapi.json');
  if (!response.ok) throw new Error(`the status is ${response.status}`);
  if (main.dataset.follow === 'on') follow(response.headers.get('etag'));
  let hasInexact = false;
  const description = JSON.parse(await response.text(), (_, value) => {
    hasInexact ||= Number.isInteger(value) && !Number.isSafeInteger(value);
    return value;
  });
  inlinePathItems(description);
  const isSmall = countOperations(description) <= FEW;
  document.title = `${description.info.title} – API documentation`;
  bringHere(description);
  describeValues(description);
  SwaggerUIBundle({
    spec: description,
    domNode: main,
    presets: [SwaggerUIBundle.presets.apis],
    layout: 'BaseLayout',
    deepLinking: true,
    defaultModelsExpandDepth: isSmall ? 3 : 1,
    displayRequestDuration: true,
    docExpansion: isSmall ? 'full' : 'list',
    filter: !isSmall,
    persistAuthorization: false,
    queryConfigEnabled: false,
    supportedSubmitMethods: triesOut ? METHODS : [],
    validatorUrl: null,
  });
  if (!triesOut) say('Requests can be tried on this page at the port of the service itself.');
  if (hasInexact)
    say('Numbers beyond 2^53 are rounded on this page; openapi.json has them exactly.');
}

if (matchMedia('(prefers-color-scheme: dark)').matches) {
  document.documentElement.classList.add('dark-mode');
}
show().catch((error) => say(`The document could not be shown: ${error.message}`));

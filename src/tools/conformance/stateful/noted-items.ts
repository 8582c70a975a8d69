import { type Exchange, hasSuccess, headerValues, responseOf } from '../../judge';
import { identitiesOf, keysIn } from './identity';
import { keysSent } from './items';
import type { Item, KnownItems } from './known-items';
import { isAlike } from './relate';
import type { Step } from './steps';

/**
 * Keeps the items that a response names as created, and forgets those that are gone. Of sequences, which read as
 * other callers too and remove what they create, only removals count.
 */
export function noteItems(known: KnownItems, exchange: Exchange): void {
  const { phase, operation } = exchange.testCase;
  const { status = 0 } = responseOf(exchange) ?? {};
  if (operation === undefined || status === 202) return;
  const { method } = operation;
  const isPlain = phase !== 'stateful' && exchange.judgement.expected === 'acceptance';
  const isMissing = isPlain && method === 'GET' && (status === 404 || status === 410);
  if (isMissing || (method === 'DELETE' && hasSuccess(exchange))) {
    const keys = keysSent({ operation, exchange }).join(' ');
    const isOn = ({ read, remove }: Item['resource']): boolean =>
      operation === read || operation === remove;
    const gone = known.all.filter((item) => isOn(item.resource) && item.keys.join(' ') === keys);
    for (const item of gone) known.delete(item);
  } else if (isPlain && hasSuccess(exchange) && (method === 'POST' || status === 201)) {
    for (const item of itemsIn(known, { operation, exchange, status })) known.keep(item);
  }
}

/** The items that Location names or the operation creates, and further ones where none is known. */
function itemsIn(
  known: KnownItems,
  { operation, exchange, status }: Pick<Step, 'operation' | 'exchange' | 'status'>,
): Item[] {
  const response = status === 201 ? responseOf(exchange) : undefined;
  const [location = ''] = response ? headerValues(response, 'location') : [];
  const isNamed = ({ path }: Pick<Item, 'path'>): boolean => keysIn(path, location) !== undefined;
  const found = (known.resources ?? []).flatMap((resource): Item[] => {
    const { itemPath: path, isSingle } = resource;
    if (path === undefined || isSingle) return [];
    const isOwn = resource.create === operation;
    if (!isOwn && !isNamed({ path }) && !isAlike({ create: operation }, resource)) return [];
    const creating = { ...resource, create: operation, ...(!isOwn && { links: [] }) };
    const all = identitiesOf(known, creating, exchange, keysSent({ operation, exchange }));
    const best = all.find(({ signs }) => !isOwn && signs.has('location')) ?? all[0];
    return best ? [{ resource, path, keys: best.keys }] : [];
  });
  const depth = ({ path }: Item): number => path.split('/').length;
  const [named] = found.filter(isNamed).sort((a, b) => depth(b) - depth(a));
  return found.filter(
    (item) => item === named || item.resource.create === operation || !known.of(item.resource),
  );
}

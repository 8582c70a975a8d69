import { type Exchange, hasSuccess, headerValues, responseOf } from '../../judge';
import { identitiesOf, keysIn } from './identity';
import { keysSent } from './items';
import { hasKeys, type KnownItems } from './known-items';
import { isAlike } from './relate';
import type { Step } from './steps';

/**
 * Keeps the items that a response names as created, and forgets those that are removed. Of sequences, which remove
 * what they create, only removals count.
 */
export function noteItems(known: KnownItems, exchange: Exchange): void {
  const { phase, operation } = exchange.testCase;
  const response = responseOf(exchange);
  if (operation === undefined || response === undefined || response.status === 202) return;
  const isPlain = phase !== 'stateful' && exchange.judgement.expected === 'acceptance';
  const keys = keysSent({ operation, exchange });
  for (const item of hasSuccess(exchange) ? known.all : []) {
    if (operation === item.resource.remove && hasKeys(item, keys)) known.delete(item);
  }
  const isCreation = operation.method === 'POST' ? hasSuccess(exchange) : response.status === 201;
  const [location = ''] = headerValues(response, 'location');
  if (isPlain && isCreation) keepCreated(known, { operation, exchange }, location);
}

function keepCreated(
  known: KnownItems,
  { operation, exchange }: Pick<Step, 'operation' | 'exchange'>,
  location: string,
): void {
  const { resources = [] } = known;
  // Parents come first, and the path of a child may end like that of another resource.
  const named = resources.findLast(
    ({ itemPath, isSingle }) => !isSingle && itemPath && keysIn(itemPath, location),
  );
  for (const resource of resources) {
    const { itemPath: path = '', create, links } = resource;
    const isOwn = create === operation;
    const isFirst = isAlike({ create: operation }, resource) && !known.of(resource);
    if (!isOwn && !isFirst && resource !== named) continue;
    const creating = { ...resource, create: operation, links: isOwn ? links : [] };
    const all = identitiesOf(known.maker, creating, exchange, keysSent({ operation, exchange }));
    const best = all.find(({ signs }) => !isOwn && signs.has('location')) ?? all[0];
    // What another operation names may have existed before.
    if (best) known.keep({ resource, path, keys: best.keys, ...(!isOwn && { isFound: true }) });
  }
}

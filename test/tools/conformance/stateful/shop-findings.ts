import { runStateful } from '../../../../src/tools/conformance/stateful/run-stateful';
import { directRun } from './direct-run';
import type { FaultRow, ShopFault, ShopStyle } from './fault-rows';
import { openShop, SHOP } from './shop';

/** Defines a test for each fault. */
export function findsFaults(rows: readonly FaultRow<ShopFault>[]): void {
  it.each(rows)('finds a shop that %s, by %s', async (fault, check, within) => {
    const { checks } = await findingsOf({ fault }, within, 1, check);
    expect(checks).toContain(check);
  });
}

/**
 * The findings of the phase for a shop, by check.
 *
 * @param until a check whose first finding ends the phase
 */
export async function findingsOf(
  how: { readonly fault?: ShopFault | undefined; readonly style?: ShopStyle | undefined },
  within = '/',
  seed = 1,
  until?: string,
): Promise<{ readonly checks: string[]; readonly messages: string[]; readonly requests: number }> {
  const shop = await openShop(how);
  try {
    const isWrapped = how.style === 'wraps in data';
    const run = directRun(isWrapped ? wrapped(SHOP) : SHOP, shop.url, { seed, within, until });
    await runStateful(run, undefined, ['1']);
    return {
      checks: [...new Set(run.findings.map(({ check }) => check))].sort(),
      messages: run.findings.map(({ check, message }) => `${check}: ${message}`),
      requests: run.exchanges.length,
    };
  } finally {
    await shop.close();
  }
}

/** The document of a shop whose responses contain a book as `data`. */
function wrapped(yaml: string): string {
  const [schema, book] = ['schema: ', "{ $ref: '#/components/schemas/Book' }"];
  return yaml.replace(
    `A book\n      content: { application/json: { ${schema}${book} } }`,
    `A book\n      content: { application/json: { ${schema}{ properties: { data: ${book} } } } }`,
  );
}

import type { Currency, Price, Product } from '../../generated/types.js';

type Kind = Product['kind'];

const KINDS: readonly Kind[] = ['poster', 'booklet', 'cards'];
const HEAD = 'product,cents';
const CARDS_A_NAME = 100n;

/** What customers who are known pay, in percent. */
const KNOWN_PERCENT = 90n;

/** What a euro is, in percent. */
const RATES: Readonly<Record<Currency, bigint>> = { EUR: 100n, GBP: 86n };

/** What one copy of each product costs, as CSV (RFC 4180) too. */
export class PriceList {
  private cents: ReadonlyMap<Kind, bigint> = new Map([
    ['poster', 450n],
    ['booklet', 320n],
    ['cards', 12n],
  ]);

  priceOf(product: Product, { currency = 'EUR', isKnown = true }: PriceTerms = {}): Price {
    const full = (this.cents.get(product.kind) ?? 0n) * copiesOf(product);
    const percent = isKnown ? KNOWN_PERCENT : 100n;
    return { cents: (full * percent * RATES[currency]) / 10_000n, currency };
  }

  toCsv(): string {
    return [HEAD, ...[...this.cents].map(([kind, cents]) => `${kind},${cents}`), ''].join('\n');
  }

  /** @returns what is wrong with it, line by line; the list is replaced where that is nothing */
  replace(csv: string): readonly string[] {
    const [head = '', ...lines] = csv.trimEnd().split(/\r?\n/);
    const faults = head === HEAD ? [] : [`Line 1 must be "${HEAD}"`];
    const cents = new Map<Kind, bigint>();
    for (const [index, line] of lines.entries()) {
      const [, kind, amount = ''] = /^(\w+),(\d{1,9})$/.exec(line) ?? [];
      if (isKind(kind)) cents.set(kind, BigInt(amount));
      else faults.push(`Line ${index + 2} must be a product, a comma and its price in cents`);
    }
    const missing = KINDS.filter((kind) => !cents.has(kind));
    if (missing.length > 0) faults.push(`There is no price for ${missing.join(', ')}`);
    if (faults.length === 0) this.cents = cents;
    return faults;
  }
}

interface PriceTerms {
  readonly currency?: Currency;
  readonly isKnown?: boolean;
}

function copiesOf(product: Product): bigint {
  switch (product.kind) {
    case 'poster':
      return BigInt(product.copies);
    case 'booklet':
      return BigInt(product.copies * product.pages);
    case 'cards':
      return BigInt(product.names.length) * CARDS_A_NAME;
  }
}

function isKind(text: string | undefined): text is Kind {
  return KINDS.some((kind) => kind === text);
}

import type { Handler, Response } from '../handler.js';

/** POST /quotes: Ask what a product would cost */
export const createQuote: Handler<'createQuote'> = async (
  { body, cookies: { currency } },
  { dependencies, principals },
): Promise<Response<'createQuote'>> => {
  const isKnown = principals.customer !== undefined;
  return { status: 200, body: dependencies.prices.priceOf(body, { currency, isKnown }) };
};

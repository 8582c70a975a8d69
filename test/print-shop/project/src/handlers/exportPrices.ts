import type { Handler, Response } from '../handler.js';

/** GET /prices: Download the price list */
export const exportPrices: Handler<'exportPrices'> = async (
  _,
  { dependencies },
): Promise<Response<'exportPrices'>> => ({
  status: 200,
  headers: { 'Content-Disposition': 'attachment; filename="prices.csv"' },
  body: dependencies.prices.toCsv(),
});

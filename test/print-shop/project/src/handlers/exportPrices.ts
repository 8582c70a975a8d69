import type { Handler, Response } from '../../generated/operations';
import type { Dependencies } from '../dependencies';

/** GET /prices: Download the price list */
export const exportPrices: Handler<'exportPrices', Dependencies> = async (
  _,
  { dependencies },
): Promise<Response<'exportPrices'>> => ({
  status: 200,
  headers: { 'Content-Disposition': 'attachment; filename="prices.csv"' },
  body: dependencies.prices.toCsv(),
});

import type { Handler, Response } from '../../generated/operations';
import type { Dependencies } from '../dependencies';

/** GET /readings: Download what the presses reported */
export const exportReadings: Handler<'exportReadings', Dependencies> = async (
  _,
  { dependencies },
): Promise<Response<'exportReadings'>> => ({ status: 200, body: dependencies.readings });

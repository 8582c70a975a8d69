import type { Handler, Response } from '../handler.js';

/** GET /readings: Download what the presses reported */
export const exportReadings: Handler<'exportReadings'> = async (
  _,
  { dependencies },
): Promise<Response<'exportReadings'>> => ({ status: 200, body: dependencies.readings });

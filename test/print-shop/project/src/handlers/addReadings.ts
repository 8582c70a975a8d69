import type { Handler, Response } from '../handler.js';
import type { Reading } from '../../generated/types.js';

/** POST /readings: Report the counters of a press */
export const addReadings: Handler<'addReadings'> = async (
  { body },
  { dependencies },
): Promise<Response<'addReadings'>> => {
  // One that does not fit ends this, and none is kept.
  const arrived: Reading[] = [];
  for await (const reading of body) arrived.push(reading);
  dependencies.readings.push(...arrived);
  return { status: 200, body: { kept: arrived.length } };
};

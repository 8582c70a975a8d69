import { defineExtensions, mappedFormat } from '../../src/runtime/contract';

/** The formats and keywords of a service that tests generate. */
export const extensions = defineExtensions({
  formats: {
    ulid: { validate: (text) => text.length === 26 },
    'date-time': mappedFormat({
      decode: (text) => new Date(text),
      encode: (date) => date.toISOString(),
    }),
    hex: mappedFormat({
      decode: (text) => BigInt(`0x${text}`),
      encode: (value) => value.toString(16),
    }),
  },
  keywords: {
    'x-even': { validate: (_, value) => Number(value) % 2 === 0, message: 'must be even' },
  },
});

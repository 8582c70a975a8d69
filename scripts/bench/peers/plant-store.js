const { URL } = require('node:url');
const { handlers } = require('../../../dist/generated/handlers');
const { readConfig } = require('../../../dist/src/config');
const { createLog } = require('../../../dist/src/log');
const { startServer } = require('../../../dist/src/server');

/** The plant store itself, as `plant-store serve` starts it, with its database. */

const config = readConfig({
  ...process.env,
  PORT: '0',
  ACCESS_TOKENS: process.env.BENCH_TOKEN,
  DATABASE_URL: process.env.BENCH_DATABASE,
  LOG_LEVEL: 'warn',
});

startServer(config, { log: createLog(config.logLevel), handlers }).then(({ url }) => {
  process.send({ port: Number(new URL(url).port) });
});

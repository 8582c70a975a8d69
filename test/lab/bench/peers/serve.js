const { runBatch } = require('./wires');

/** Serves each peer that the arguments name at a port of its own, and runs batches of requests without ports. */
async function serve(names) {
  const servers = [];
  for (const name of names) servers.push(await require(`./${name}`)());
  for (const server of servers) {
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    process.stdout.write(`http://127.0.0.1:${server.address().port}\n`);
  }
  process.on('message', ({ batch }) => {
    if (batch === undefined) return;
    runBatch(servers[batch.server], batch).then(
      (figures) => process.send(figures),
      ({ message }) => process.send({ fault: message }),
    );
  });
}

serve(process.argv.slice(2));

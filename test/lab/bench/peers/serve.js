const { runBatch } = require('./wires');

/** Serves the peer that its argument names, and sends batches of requests to its server without sockets. */
async function serve(name) {
  const server = await require(`./${name}`)();
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`http://127.0.0.1:${server.address().port}\n`);
  });
  process.on('message', ({ batch }) => {
    if (batch === undefined) return;
    runBatch(server, batch).then(
      (figures) => process.send(figures),
      ({ message }) => process.send({ fault: message }),
    );
  });
}

serve(process.argv[2]);

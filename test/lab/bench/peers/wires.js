const { Buffer } = require('node:buffer');
const { performance } = require('node:perf_hooks');
const { Duplex } = require('node:stream');
const { setImmediate } = require('node:timers');
const { getHeapStatistics } = require('node:v8');
const { usage } = require('./control');

/** Sends requests to servers of this process without the kernel's sockets. */

const LIMIT_MS = 30_000;
const LENGTH = /^content-length: *(\d+)\r$/im;

/**
 * The server's end of a connection. Responses to one kind of request have the same length. The first one is
 * read whole, and its length tells when each further one is complete, which makes reading them almost free.
 * @see https://nodejs.org/api/http.html#event-connection
 */
class Wire extends Duplex {
  remoteAddress = '127.0.0.1';
  isFree = true;
  /** Bytes of each response; 0 until the first one is complete. */
  length = 0;
  /** Received bytes of the current response. */
  arrived = 0;
  first = '';

  constructor(status) {
    // Real sockets leave encoding texts to the kernel.
    super({ decodeStrings: false });
    this.status = String(status);
  }

  send(request) {
    this.isFree = false;
    this.arrived = 0;
    this.push(request);
  }

  _read() {}

  _write(chunk, encoding, done) {
    this.take(chunk);
    done();
  }

  _writev(chunks, done) {
    for (const { chunk } of chunks) this.take(chunk);
    done();
  }

  take(chunk) {
    if (this.arrived === 0 && statusOf(chunk) !== this.status) this.fail(chunk);
    this.arrived += chunk.length;
    if (this.length === 0) this.takeFirst(chunk);
    if (this.arrived > this.length && this.length > 0) this.fail(chunk);
    this.isFree = this.arrived === this.length;
  }

  takeFirst(chunk) {
    this.first += chunk.toString();
    const bodyAt = this.first.indexOf('\r\n\r\n') + 4;
    const length = Number(LENGTH.exec(this.first)?.[1]);
    if (bodyAt >= 4 && this.arrived >= bodyAt + length) this.length = bodyAt + length;
  }

  fail(chunk) {
    this.fault ??= `not ${this.status}, or of another length: ${chunk.toString()}`;
  }
}

function statusOf(chunk) {
  return typeof chunk === 'string' ? chunk.slice(9, 12) : chunk.toString('latin1', 9, 12);
}

/** Sends a number of requests: in each turn of the event loop one on every connection without an open request. */
function send(wires, requests, count) {
  const deadline = performance.now() + LIMIT_MS;
  let sent = 0;
  return new Promise((resolve, reject) => {
    const turn = () => {
      let free = 0;
      for (const wire of wires) {
        if (!wire.isFree) continue;
        free++;
        if (sent < count) wire.send(requests[sent++ % requests.length]);
      }
      if (sent < count || free < wires.length) {
        if (performance.now() < deadline) setImmediate(turn);
        else reject(new Error(`only ${free} of ${wires.length} connections have a response`));
        return;
      }
      const fault = wires.find((wire) => wire.fault !== undefined)?.fault;
      if (fault === undefined) resolve();
      else reject(new Error(fault));
    };
    turn();
  });
}

/**
 * Measures a batch of requests, on connections that are open and have had a request each.
 * @returns CPU time and heap bytes per request
 */
async function runBatch(server, { texts, status, count, connections }) {
  const requests = texts.map((text) => Buffer.from(text, 'latin1'));
  const wires = Array.from({ length: connections }, () => new Wire(status));
  for (const wire of wires) server.emit('connection', wire);
  await send(wires, requests, connections);
  const before = usage();
  await send(wires, requests, count);
  const after = usage();
  // Few enough for most batches to be free of a collection, which would show as a loss where allocations are not
  // counted.
  const few = 2 * connections;
  const heapBefore = allocatedBytes();
  await send(wires, requests, few);
  const heapAfter = allocatedBytes();
  for (const wire of wires) wire.destroy();
  return {
    cpuMicros: (after.cpuMicros - before.cpuMicros) / count,
    heapBytes: (heapAfter - heapBefore) / few,
  };
}

function allocatedBytes() {
  const { total_allocated_bytes: total, used_heap_size: used } = getHeapStatistics();
  return total ?? used;
}

module.exports = { runBatch };

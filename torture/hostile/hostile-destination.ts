import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { HostileAnswer, HostileWorld } from './hostile-answers.ts';

/** A destination that is hostile while it has a world. */
export interface HostileDestination {
  readonly url: string;
  /** Undefined: all responses are good. */
  world: HostileWorld | undefined;
  /** The first words of the notes of all updates with a good response. */
  readonly applied: ReadonlySet<string>;
  /** Returns the number of requests with an at least partly bad response so far. */
  hostileAnswers(): number;
  close(): Promise<void>;
}

interface ParsedRequest {
  readonly path: string;
  readonly body: string;
}

/** Starts one with good responses. Each note begins with a unique word. */
export async function startHostileDestination(): Promise<HostileDestination> {
  const applied = new Set<string>();
  const sockets = new Set<Socket>();
  let hostile = 0;

  async function answer(socket: Socket, parsed: ParsedRequest): Promise<void> {
    const isCatalog = parsed.path.includes('/additionalCustomerFields');
    const { world } = destination;
    if (!world) return void socket.write(isCatalog ? goodCatalog : apply(parsed));
    const answers = isCatalog ? world.catalogs : world.answers;
    const next = answers[hostile % answers.length];
    hostile += 1;
    if (next) await sendAnswer(socket, next);
  }

  function apply({ path, body }: ParsedRequest): string {
    const { note } = JSON.parse(body) as { note: string };
    applied.add(note.split(' ', 1)[0] ?? '');
    const id = new URL(path, 'http://destination').searchParams.get('id');
    return wellFramed({ id: Number(id), note, changes: [] });
  }

  const server = createServer(socket => {
    sockets.add(socket);
    socket.setNoDelay().on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    readRequests(socket, parsed => void answer(socket, parsed));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const destination: HostileDestination = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    world: undefined,
    applied,
    hostileAnswers: () => hostile,
    close: () =>
      new Promise(resolve => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return destination;
}

function wellFramed(body: unknown): string {
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n${text}`;
}

const goodCatalog = wellFramed([{ id: 1, keyName: 'allergies', name: 'Allergies', type: 'text' }]);

/** Calls `got` for each complete request. */
function readRequests(socket: Socket, got: (parsed: ParsedRequest) => void): void {
  let parts: Buffer[] = [];
  let bytes = 0;
  let bodyBytes = 0;
  socket.on('data', chunk => {
    parts.push(chunk);
    bytes += chunk.length;
    if (bytes < bodyBytes) return;
    const all = Buffer.concat(parts);
    const end = all.indexOf('\r\n\r\n');
    if (end === -1) return;
    const head = all.toString('latin1', 0, end);
    bodyBytes = end + 4 + Number(/content-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    if (bytes < bodyBytes) return;
    const parsed = { path: head.split(' ', 2)[1] ?? '', body: all.toString('utf8', end + 4, bodyBytes) };
    parts = [];
    bytes = 0;
    bodyBytes = 0;
    got(parsed);
  });
}

const blockBytes = 64 * 1024;

/** Sends a response completely, or until the other side ends the connection. */
async function sendAnswer(socket: Socket, answer: HostileAnswer): Promise<void> {
  const { wire } = answer;
  if (wire.dribbles) return dribble(socket, answer);
  for (const block of wireBytes(answer)) {
    for (const part of parts(block, wire.writeBytes)) {
      if (socket.destroyed) return;
      if (!socket.write(part)) await drained(socket);
      if (wire.writeBytes !== undefined) await new Promise(setImmediate);
    }
  }
  if (wire.afterwards === 'end') socket.end();
  if (wire.afterwards === 'reset') socket.resetAndDestroy();
  if (wire.afterwards === 'another answer') socket.write(goodCatalog);
}

async function dribble(socket: Socket, answer: HostileAnswer): Promise<void> {
  for (const block of wireBytes(answer)) {
    for (let at = 0; at < block.length; at += 3) {
      // Making the rest of 20 MiB in chunks of one byte would block this process for a minute.
      if (socket.destroyed) return;
      socket.write(block.subarray(at, at + 3));
      await pause(5);
    }
  }
}

function drained(socket: Socket): Promise<void> {
  return new Promise(done => {
    const over = () => {
      socket.off('drain', over).off('close', over);
      done();
    };
    socket.on('drain', over).on('close', over);
  });
}

/** Parts of this size at first; the rest behind the first ones is one part. */
function* parts(block: Buffer, bytes: number | undefined): Generator<Buffer> {
  const small = bytes === undefined ? 0 : Math.min(block.length, bytes * 2_000);
  for (let at = 0; bytes !== undefined && at < small; at += bytes)
    yield block.subarray(at, Math.min(small, at + bytes));
  if (small < block.length) yield block.subarray(small);
}

/** The bytes of a response, in blocks. */
function* wireBytes({ body, wire }: HostileAnswer): Generator<Buffer> {
  yield wire.head ?? headOf(wire, body.length);
  const bytesOfChunk = wire.chunkBytes + wire.extension.length + 6;
  const perBlock = Math.max(1, Math.floor(blockBytes / bytesOfChunk)) * wire.chunkBytes;
  for (let at = 0; at < body.length; at += perBlock) {
    const block = body.subarray(at, at + perBlock);
    yield wire.framing === 'chunks' ? chunked(block, wire) : block;
  }
  if (wire.framing === 'chunks') yield Buffer.from(`0\r\n${wire.trailers}\r\n`);
}

function headOf({ status, framing, headers }: HostileAnswer['wire'], length: number): Buffer {
  const lengths = { length, 'wrong length': length + 100, chunks: undefined, close: undefined };
  const frame =
    framing === 'chunks'
      ? ['transfer-encoding: chunked']
      : framing === 'close'
        ? []
        : [`content-length: ${lengths[framing]}`];
  return Buffer.from(`HTTP/1.1 ${status} Status\r\n${[...headers, ...frame].join('\r\n')}\r\n\r\n`);
}

function chunked(block: Buffer, { chunkBytes, extension }: HostileAnswer['wire']): Buffer {
  const made: Buffer[] = [];
  for (let at = 0; at < block.length; at += chunkBytes) {
    const chunk = block.subarray(at, at + chunkBytes);
    made.push(Buffer.from(`${chunk.length.toString(16)}${extension}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat(made);
}

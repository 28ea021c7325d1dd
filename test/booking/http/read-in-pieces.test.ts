import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { readInPieces } from '../../../src/booking/http/connect.ts';
import { skipContinue } from '../../../src/booking/http/skip-continue.ts';

/** Writes data to a connection, and returns it as undici would read it: as long as there is something. */
async function readAll(sent: Buffer, prepare: (connection: PassThrough) => void) {
  const connection = new PassThrough({ highWaterMark: 1024 * 1024 });
  prepare(connection);
  const turns: Buffer[][] = [];
  const ended = new Promise<void>(resolve => {
    connection.on('end', resolve);
  });
  connection.on('readable', () => {
    const pieces: Buffer[] = [];
    for (let piece = connection.read(); piece !== null; piece = connection.read()) pieces.push(piece);
    turns.push(pieces);
  });
  connection.end(sent);
  await ended;
  return turns;
}

it('returns received data in small pieces, some in each turn, and all of it in the end', async () => {
  const sent = Buffer.from(Array.from({ length: 30_000 }, (_, at) => `${at};`).join(''));
  const turns = await readAll(sent, readInPieces);
  const pieces = turns.flat();
  expect(Math.max(...pieces.map(piece => piece.length))).toBe(2 * 1024);
  expect(Math.max(...turns.map(each => Buffer.concat(each).length))).toBe(16 * 1024);
  expect(Buffer.concat(pieces).equals(sent)).toBe(true);
});

it('returns no more data of an abandoned connection', () => {
  const connection = new PassThrough({ highWaterMark: 1024 * 1024 });
  readInPieces(connection);
  connection.write(Buffer.alloc(10_000));
  expect(connection.read()).toHaveLength(2 * 1024);
  connection.destroy();
  expect(connection.read()).toBeNull();
});

it('continues after an interim response that is longer than a piece', () => {
  const interim = `HTTP/1.1 100 Continue\r\na: ${'b'.repeat(3_000)}\r\n\r\n`;
  const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';
  const connection = new PassThrough();
  readInPieces(connection);
  skipContinue(connection);
  connection.write(interim + answer);
  expect(String(connection.read())).toBe(answer);
});

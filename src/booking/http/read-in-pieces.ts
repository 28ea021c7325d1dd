import type { Duplex } from 'node:stream';

const pieceBytes = 2 * 1024;
/** The number of bytes for each turn. Parsing more one-byte chunks than this would delay other work noticeably. */
const bytesOfTurn = 16 * 1024;

/**
 * Passes received data to undici in small pieces, some in each turn of the event loop, and stops after the connection
 * is given up. Without this, undici reads as long as there is data and does not stop within a piece. After a head or
 * trailer that is too long, it creates an error and destroys the connection again for every further name and value,
 * which took 0.4 seconds for 64 KiB.
 */
export function readInPieces(connection: Duplex): void {
  const read = connection.read.bind(connection);
  let left = bytesOfTurn;
  let heldBack = false;

  function newTurn(): void {
    left = bytesOfTurn;
    if (!heldBack) return;
    heldBack = false;
    connection.emit('readable');
  }

  connection.read = (size?: number) => {
    // Node itself calls this to have more data fetched.
    if (size !== undefined) return read(size);
    if (connection.destroyed) return null;
    const { readableLength } = connection;
    // An empty buffer must be read too: a stream reports new data only after a read found nothing.
    if (left <= 0 && readableLength > 0) {
      heldBack = true;
      return null;
    }
    const piece = (readableLength > pieceBytes ? read(pieceBytes) : read()) as Buffer | null;
    if (left === bytesOfTurn && piece !== null) setImmediate(newTurn);
    left -= piece?.length ?? 0;
    return piece;
  };
}

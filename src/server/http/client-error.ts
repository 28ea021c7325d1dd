import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Responds to a request that is not HTTP or arrived too slowly, and closes the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const [status, words] = answers[error.code ?? ''] ?? [400, 'the request is not valid HTTP'];
  const body = JSON.stringify({ error: words });
  if (socket.writable) {
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
  }
  socket.destroy();
}

const answers: Readonly<Record<string, readonly [status: number, words: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'the request took too long to arrive'],
  HPE_HEADER_OVERFLOW: [431, 'the headers are too large'],
};

import { connect, type Socket } from 'node:net';

/** The bytes received on one connection, and how it ended. */
export interface RawReply {
  readonly text: string;
  readonly end: 'fin' | 'reset';
}

/** Sends one request and reads until the server ends the connection. */
export async function rawRequest(baseUrl: string, request: string): Promise<RawReply> {
  const { socket, text } = openRaw(baseUrl, request);
  const end = await new Promise<RawReply['end']>((resolve, reject) => {
    socket.once('end', () => resolve('fin'));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve('reset') : reject(error),
    );
  });
  socket.destroy();
  return { text: text(), end };
}

/** Sends one request; returns the open connection, and the text received so far. */
export function openRaw(baseUrl: string, request: string): { socket: Socket; text: () => string } {
  const { hostname, port } = new URL(baseUrl);
  const chunks: Buffer[] = [];
  const socket = connect(Number(port), hostname, () => socket.write(request));
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  return { socket, text: () => Buffer.concat(chunks).toString() };
}

/** Returns the bytes of a POST. */
export function rawPost(path: string, contentType: string, body: string): string {
  return [
    `POST ${path} HTTP/1.1`,
    'host: sandbox',
    `content-type: ${contentType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

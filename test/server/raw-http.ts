import { connect } from 'node:net';

/** The data received on a raw socket until the server closed it, or until the response was complete. */
export interface RawAnswer {
  /** Undefined if the connection was closed without a response. */
  readonly status: number | undefined;
  readonly text: string;
}

/** Sends these bytes and reads the first response. Either side may close the connection. */
export function sendRaw(
  url: string,
  parts: readonly (string | Uint8Array)[],
  then: 'wait' | 'end' | 'reset' = 'wait',
): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise(resolve => {
    const socket = connect(Number(port), hostname);
    let text = '';
    const finish = (): void => {
      socket.destroy();
      const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1];
      resolve({ status: status === undefined ? undefined : Number(status), text });
    };
    socket.setEncoding('latin1');
    socket.on('data', chunk => {
      text += chunk;
      if (isWhole(text)) finish();
    });
    socket.on('error', finish).on('close', finish);
    socket.on('connect', () => {
      for (const part of parts) socket.write(part);
      if (then === 'end') socket.end();
      if (then === 'reset') setImmediate(() => socket.resetAndDestroy());
    });
  });
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return false;
  const length = /^content-length: (\d+)/im.exec(text.slice(0, end))?.[1];
  return length === undefined || text.length >= end + 4 + Number(length);
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Webhook } from 'standardwebhooks';

/** A received message, verified by the library of Standard Webhooks. */
export interface Received {
  readonly id: string;
  readonly body: {
    readonly type: string;
    readonly timestamp: string;
    readonly data: Record<string, unknown> & { readonly id: string };
  };
  /** The status of the response. */
  readonly status: number;
}

/** The response to a message: a status with headers, or none. */
export type Answer =
  | { readonly status: number; readonly headers?: Record<string, string> }
  | 'hang'
  | 'reset';

/** A receiver of callbacks and alerts, as an operator would write it. */
export interface Receiver {
  readonly url: string;
  /** All received messages, also those whose response was an error. */
  readonly received: Received[];
  /** The requests that could not be verified, or were no messages. */
  readonly faults: string[];
  /** Determines the responses from now on. */
  answer: (message: Omit<Received, 'status'>) => Answer;
  close(): Promise<void>;
}

/** Starts a receiver that verifies with this secret, on a free port or the given one. */
export async function startReceiver(verifier: Webhook, port = 0): Promise<Receiver> {
  const received: Received[] = [];
  const faults: string[] = [];
  const receiver: Omit<Receiver, 'url' | 'close'> = { received, faults, answer: () => ({ status: 204 }) };

  function take(request: IncomingMessage, text: string, response: ServerResponse): void {
    try {
      const headers = request.headers as Record<string, string>;
      const body = verifier.verify(text, headers) as Received['body'];
      if (request.method !== 'POST' || headers['content-type'] !== 'application/json') faults.push('no JSON');
      const message = { id: headers['webhook-id'] ?? '', body };
      const answer = receiver.answer(message);
      received.push({ ...message, status: typeof answer === 'object' ? answer.status : 0 });
      if (answer === 'hang') return;
      if (answer === 'reset') {
        request.socket.destroy();
        return;
      }
      response.writeHead(answer.status, answer.headers).end('thanks');
    } catch (error) {
      faults.push(String(error));
      response.writeHead(401).end();
    }
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => take(request, Buffer.concat(chunks).toString(), response));
  });
  await new Promise<void>(done => server.listen(port, '127.0.0.1', done));
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>(done => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  });
}

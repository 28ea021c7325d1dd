import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The calls that a destination received: the truth, whatever the bridge reports. */
export interface Truth {
  readonly url: string;
  /** For each customer, the notes that were set, in order. */
  readonly notes: ReadonlyMap<string, readonly string[]>;
  /** For each appointment, how often its booking was received. */
  readonly bookings: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export interface DestinationOptions {
  readonly delayMs: () => number;
  /** No response is sent before it resolves. */
  readonly gate?: () => Promise<void>;
}

/** Starts an independent, minimal destination that accepts every call and counts the calls. */
export async function startDestination(options: DestinationOptions): Promise<Truth> {
  const notes = new Map<string, string[]>();
  const bookings = new Map<string, number>();

  function answer(url: URL, body: string): unknown {
    if (url.pathname.endsWith('/additionalCustomerFields')) return [];
    if (url.pathname.endsWith('/updateCustomer')) {
      const id = url.searchParams.get('id') ?? '';
      const { note } = JSON.parse(body) as { note: string };
      notes.set(id, [...(notes.get(id) ?? []), note]);
      return { id: Number(id), note, changes: [] };
    }
    const form = new URLSearchParams(body);
    const appointment = form.get('appointmentId') ?? '';
    bookings.set(appointment, (bookings.get(appointment) ?? 0) + 1);
    const url2 = `http://127.0.0.1/done/${appointment}/${form.get('appointmentParticipantId')}`;
    return { result: 'OK', url: url2, customerId: 900_000 + bookings.size };
  }

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      const result = answer(new URL(request.url ?? '', 'http://localhost'), Buffer.concat(chunks).toString());
      const reply = () => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(result));
      };
      setTimeout(() => void (options.gate?.() ?? Promise.resolve()).then(reply), options.delayMs());
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    notes,
    bookings,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

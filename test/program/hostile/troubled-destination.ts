import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The calls that a destination received, if some of its customers cause failures. */
export interface TroubledDestination {
  readonly url: string;
  /** Every successful update in order: `customer note`. */
  readonly applied: readonly string[];
  /** Returns how often a customer's update was refused, or is waiting for its response. */
  refused(): number;
  waiting(): number;
  /** Sends the waiting responses, and from now on all responses at once. */
  release(): void;
  close(): Promise<void>;
}

/** Starts a destination that returns 500 for one customer, and no response for another until `release`. */
export async function startTroubledDestination(trouble: {
  failing: string;
  slow: string;
}): Promise<TroubledDestination> {
  const applied: string[] = [];
  const held: (() => void)[] = [];
  let refused = 0;
  let released = false;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://destination');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (url.pathname.endsWith('/additionalCustomerFields')) return answer(200, []);
    const id = url.searchParams.get('id') ?? '';
    const { note } = JSON.parse(Buffer.concat(chunks).toString()) as { note: string };
    const apply = () => {
      applied.push(`${id} ${note}`);
      answer(200, { id: Number(id), note, changes: [] });
    };
    if (id === trouble.failing && !released) {
      refused += 1;
      return answer(500, { error: 'out of order' });
    }
    if (id === trouble.slow && !released) held.push(apply);
    else apply();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    applied,
    refused: () => refused,
    waiting: () => held.length,
    release() {
      released = true;
      for (const apply of held.splice(0)) apply();
    },
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

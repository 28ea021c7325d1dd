import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The connection of a process to its database, which can be interrupted. */
export interface Relay {
  readonly port: number;
  /** Breaks all connections; new ones are accepted. */
  cut(): void;
  /** Breaks all connections and refuses new ones, until `open`. */
  close(): void;
  /** Delivers nothing in either direction until `open`, without breaking connections. */
  hold(): void;
  /** Delivers requests but no responses until `open`. */
  holdAnswers(): void;
  /** Disconnects the far ends without telling the process: its connections accept data and never respond. */
  leaveHalfOpen(): void;
  /** Delivers everything again. */
  open(): void;
  end(): Promise<void>;
}

type Way = 'open' | 'closed' | 'held' | 'answers held';

interface Link {
  readonly near: Socket;
  readonly far: Socket;
}

/** Starts a relay to a port of this machine that delivers everything. */
export async function startRelay(target: number): Promise<Relay> {
  const links = new Set<Link>();
  const halfOpen = new Set<Socket>();
  const waiting = new Set<Socket>();
  let way: Way = 'open';

  function take(near: Socket): void {
    near.on('error', () => undefined);
    if (way === 'closed') near.resetAndDestroy();
    else if (way === 'held') {
      waiting.add(near.pause());
      near.once('close', () => waiting.delete(near));
    } else join(near);
  }

  function join(near: Socket): void {
    const far = connect(target, '127.0.0.1');
    const link = { near, far };
    links.add(link);
    far.on('error', () => undefined);
    // The amount of data is small, so no backpressure is needed.
    near.on('data', chunk => void (links.has(link) && far.write(chunk)));
    far.on('data', chunk => void (links.has(link) && near.write(chunk)));
    near.once('close', () => {
      links.delete(link);
      halfOpen.delete(near);
      far.destroy();
    });
    far.once('close', () => {
      if (links.delete(link)) near.destroy();
    });
    if (way === 'answers held') far.pause();
  }

  function cut(): void {
    for (const { near, far } of [...links]) {
      near.resetAndDestroy();
      far.destroy();
    }
    for (const near of [...halfOpen, ...waiting]) near.resetAndDestroy();
  }

  const server = createServer(take).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    close() {
      way = 'closed';
      cut();
    },
    hold() {
      way = 'held';
      for (const { near, far } of links) {
        near.pause();
        far.pause();
      }
    },
    holdAnswers() {
      way = 'answers held';
      for (const { far } of links) far.pause();
    },
    leaveHalfOpen() {
      for (const link of [...links]) {
        links.delete(link);
        halfOpen.add(link.near);
        link.far.destroy();
      }
    },
    open() {
      way = 'open';
      for (const { near, far } of links) {
        near.resume();
        far.resume();
      }
      for (const near of [...waiting]) {
        waiting.delete(near);
        join(near);
        near.resume();
      }
    },
    async end() {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}

import { Agent, type Dispatcher, Client as SingleConnection } from 'undici';
import { verifyingConnector, type Way } from './connect.ts';

/** Carries requests to one destination. */
export interface Transport {
  /** Connections that requests share one after another, opened on demand. */
  shared(): Dispatcher;
  /** A connection for one request alone. */
  alone(): Dispatcher;
}

const keepAliveMs = 4_000;

/** The network: HTTP/1.1 over TCP or TLS, at most `connections` shared connections at a time, one request on each. */
export function connectTo(origin: string, connections: number, way?: Way): Transport {
  const connection = {
    connect: verifyingConnector(way),
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
    // The client has its own, more precise timeout.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  return {
    shared: () => new Agent({ ...connection, connections }),
    alone: () => new SingleConnection(origin, connection),
  };
}

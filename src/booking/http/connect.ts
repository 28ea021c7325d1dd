import type { Duplex } from 'node:stream';
import { createSecureContext, getCACertificates } from 'node:tls';
import { buildConnector } from 'undici';
import { addressText } from '../../config/address.ts';
import type { Secret } from '../../config/secret.ts';
import { certificatesIn } from '../../config/secrets/pem-file.ts';
import { skipContinue } from './skip-continue.ts';
import { unreadByPeer } from './tls-fault.ts';
import { openTunnel } from './tunnel.ts';

const connectTimeoutMs = 5_000;

/** The properties of a TLS socket about its peer: why the certificate was refused, and a text for the operator. */
interface Peer {
  readonly authorizationError?: unknown;
  getPeerCertificate?(): { readonly valid_to?: string };
  prependOnceListener?(event: 'secure', listener: () => void): void;
}

/** The properties of a connection error besides its code. */
export interface ConnectionTrouble {
  /** The expiry time in the presented certificate, which operators need first. */
  readonly validTo?: string | undefined;
  /** True if the connection was ended because this side did not accept the certificate or its chain. */
  readonly unverified: boolean;
}

/** How connections to a destination are made. */
export interface Way {
  /** The URL of a proxy that tunnels the connections, read for each connection; missing if there is no proxy. */
  readonly proxy?: Secret | undefined;
  /** Certificate authorities besides those that this machine trusts: PEM, read for each connection. */
  readonly ca?: Secret | undefined;
}

type Connect = buildConnector.connector;

/** Connects and verifies the certificate whatever the environment says. Its errors are `ConnectionTrouble`. */
export function verifyingConnector({ proxy, ca }: Way = {}): Connect {
  const trusting = trustingConnector(ca);
  const verify: Connect = (options, callback) => {
    let validTo: string | undefined;
    // undici returns the socket, though its types do not declare it.
    const socket = trusting()(options, (error, established) => {
      if (error !== null) {
        // Node sets this whenever it does not accept a certificate, whatever the code of the error is.
        const unverified = typeof socket?.authorizationError === 'string';
        const trouble: ConnectionTrouble = { validTo, unverified };
        return callback(Object.assign(error, trouble), null);
      }
      prepare(established);
      callback(null, established);
    }) as unknown as Peer | undefined;
    if (options.protocol !== 'https:') return;
    // This listener must run before the one that closes the socket because of a bad certificate.
    socket?.prependOnceListener?.('secure', () => {
      validTo = socket.getPeerCertificate?.().valid_to;
    });
  };
  return proxy ? throughProxy(proxy, verify) : verify;
}

/** Connects through a tunnel. Before it is open nothing was sent, so every error is a connection error. */
function throughProxy(proxy: Secret, connect: Connect): Connect {
  return (options, callback) => {
    const port = Number(options.port || (options.protocol === 'https:' ? 443 : 80));
    openTunnel(proxy.reveal(), addressText({ host: options.hostname, port }), connect).then(
      tunnel => {
        if (options.protocol === 'https:') return connect({ ...options, httpSocket: tunnel }, callback);
        prepare(tunnel);
        callback(null, tunnel);
      },
      error => callback(error, null),
    );
  };
}

function prepare(established: Duplex): void {
  readInPieces(established);
  skipContinue(established);
  // A later error at the end of the connection would hide the alert.
  established.once('error', fault => unreadByPeer(fault) !== undefined && established.destroy());
}

/**
 * Returns a connector that also trusts these authorities. If their file becomes unreadable, the last good contents stay
 * in use.
 */
function trustingConnector(ca: Secret | undefined): () => Connect {
  const usual = { timeout: connectTimeoutMs, allowH2: false, rejectUnauthorized: true };
  let connect = buildConnector(usual);
  let known: string | undefined;
  return () => {
    const pem = ca?.reveal();
    if (pem === known || pem === undefined) return connect;
    known = pem;
    try {
      const authorities = [...getCACertificates('default'), ...certificatesIn(pem)];
      connect = buildConnector({ ...usual, secureContext: createSecureContext({ ca: authorities }) });
    } catch {
      // The file is being written, or is wrong; `check` reports that.
    }
    return connect;
  };
}

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

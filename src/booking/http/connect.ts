import { buildConnector } from 'undici';
import { skipContinue } from './skip-continue.ts';
import { unreadByPeer } from './tls-fault.ts';

const connectTimeoutMs = 5_000;

/** What a TLS socket tells of its peer: why its certificate was not accepted, and what is told to an operator. */
interface Peer {
  readonly authorizationError?: unknown;
  getPeerCertificate?(): { readonly valid_to?: string };
  prependOnceListener?(event: 'secure', listener: () => void): void;
}

/** What an error of a connection bears beyond its code. */
export interface ConnectionTrouble {
  /** Until when a certificate that was shown is valid, as it says so: an operator asks for that first. */
  readonly validTo?: string | undefined;
  /** Whether the connection was ended since the certificate, or the chain above it, was not accepted here. */
  readonly unverified: boolean;
}

/** Connects and verifies the certificate whatever the environment says. Its errors are `ConnectionTrouble`. */
export function verifyingConnector(): buildConnector.connector {
  const connect = buildConnector({ timeout: connectTimeoutMs, allowH2: false, rejectUnauthorized: true });
  return (options, callback) => {
    let validTo: string | undefined;
    // undici gives the socket back, though its types do not say so.
    const socket = connect(options, (error, established) => {
      if (error !== null) {
        // Set by Node wherever it does not accept a certificate, whatever the code of the error is.
        const unverified = typeof socket?.authorizationError === 'string';
        const trouble: ConnectionTrouble = { validTo, unverified };
        return callback(Object.assign(error, trouble), null);
      }
      skipContinue(established);
      // What the end of the connection is told as afterwards would hide the alert.
      established.once('error', fault => unreadByPeer(fault) !== undefined && established.destroy());
      callback(null, established);
    }) as unknown as Peer | undefined;
    if (options.protocol !== 'https:') return;
    // The first to hear that the handshake is over, before a bad certificate closes the socket.
    socket?.prependOnceListener?.('secure', () => {
      validTo = socket.getPeerCertificate?.().valid_to;
    });
  };
}

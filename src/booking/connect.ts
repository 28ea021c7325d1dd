import { buildConnector } from 'undici';
import { skipContinue } from './skip-continue.ts';

const connectTimeoutMs = 5_000;

/** The certificate of a peer, in the parts that are told to an operator. */
interface Peer {
  getPeerCertificate?(): { readonly valid_to?: string };
  prependOnceListener?(event: 'secure', listener: () => void): void;
}

/**
 * Connects and verifies the certificate whatever the environment says. An error of the connection bears until when a
 * certificate that was shown is valid, as `validTo`: an operator asks for that first.
 */
export function verifyingConnector(): buildConnector.connector {
  const connect = buildConnector({ timeout: connectTimeoutMs, allowH2: false, rejectUnauthorized: true });
  return (options, callback) => {
    let validTo: string | undefined;
    // undici gives the socket back, though its types do not say so.
    const socket = connect(options, (error, established) => {
      if (error !== null) return callback(Object.assign(error, { validTo }), null);
      skipContinue(established);
      callback(null, established);
    }) as unknown as Peer | undefined;
    if (options.protocol !== 'https:') return;
    // The first to hear that the handshake is over, before a bad certificate closes the socket.
    socket?.prependOnceListener?.('secure', () => {
      validTo = socket.getPeerCertificate?.().valid_to;
    });
  };
}

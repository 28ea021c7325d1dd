import { X509Certificate } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { Agent, buildConnector } from 'undici';
import { localUrl } from '../../config/address.ts';
import type { Config } from '../../config/config.ts';
import { isPlaceholder } from '../../config/placeholder.ts';
import { certificatesIn } from '../../config/secrets/pem-file.ts';

/** The server shows another certificate than that of the config, so nothing was sent. */
class OtherCertificate extends Error {
  readonly code = 'another certificate than that of server.tls is shown there';
}

/**
 * Returns an agent for TLS with the running bridge at its local address. It trusts a server that has the key of
 * the config's certificate, even if the certificate is expired or has other names. Undefined for any other
 * address.
 */
export function trustingOwn({ server }: Pick<Config, 'server'>, address: string): { dispatcher?: Agent } {
  const pem = server.tls?.cert.reveal();
  if (pem === undefined || isPlaceholder(pem) || address !== localUrl(server, 'https')) return {};
  const [first = ''] = certificatesIn(pem);
  return { dispatcher: new Agent({ keepAliveTimeout: 1, connect: onlyTo(new X509Certificate(first)) }) };
}

/** Connects, and sends nothing before the certificate is compared. */
function onlyTo({ raw }: X509Certificate): buildConnector.connector {
  // A resumed session would not show the certificate again.
  const connect = buildConnector({ rejectUnauthorized: false, maxCachedSessions: 0, allowH2: false });
  return (options, callback) =>
    connect(options, (error, socket) => {
      if (error !== null) return callback(error, null);
      const shown = (socket as TLSSocket).getPeerCertificate().raw;
      if (shown?.equals(raw)) return callback(null, socket);
      socket.destroy();
      return callback(new OtherCertificate(), null);
    });
}

import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { verifyingConnector, type Way } from './connect.ts';
import { connectionFault, errorCode } from './connection-fault.ts';
import { deadline } from './deadline.ts';
import type { Reply } from './reply.ts';

/** The addresses of a name, or the reason why they are unknown: an error code, or `late` after the time limit. */
export type ResolvedName = { readonly addresses: readonly string[] } | { readonly fault: string };

/** Resolves a host name as the client does, within a time limit in milliseconds. An address is returned unchanged. */
export async function resolveName(host: string, timeoutMs: number): Promise<ResolvedName> {
  const bare = withoutBrackets(host);
  if (isIP(bare) !== 0) return { addresses: [bare] };
  const { signal, cancel } = deadline(timeoutMs);
  const late = new Promise<ResolvedName>(resolve => {
    signal.addEventListener('abort', () => resolve({ fault: 'late' }), { once: true });
  });
  try {
    const found = lookup(bare, { all: true }).then(all => ({ addresses: all.map(({ address }) => address) }));
    return await Promise.race([found, late]);
  } catch (error) {
    return { fault: errorCode(error) };
  } finally {
    cancel();
  }
}

/** An established connection. `validTo`: the end of its certificate, in epoch milliseconds; undefined without TLS. */
export interface Connected {
  readonly protocol: string | null;
  readonly validTo: number | undefined;
}

/**
 * Connects as the client does, with the proxy and the certificate checks, and closes the connection at once. Nothing
 * is sent, not even a token.
 */
export async function tryConnection(
  baseUrl: string,
  way: Way,
  timeoutMs: number,
): Promise<Connected | Extract<Reply, { kind: 'not-sent' }>> {
  const { protocol, hostname, host, port } = new URL(baseUrl);
  const connect = verifyingConnector(way);
  const { signal, cancel } = deadline(timeoutMs);
  return new Promise<Awaited<ReturnType<typeof tryConnection>>>(resolve => {
    const late = { kind: 'not-sent', why: 'connect-timeout', detail: `none in ${timeoutMs} ms` } as const;
    signal.addEventListener('abort', () => resolve(late), { once: true });
    connect({ protocol, hostname: withoutBrackets(hostname), host, port }, (error, socket) => {
      if (error !== null) return resolve(connectionFault(error));
      const secure = protocol === 'https:' ? (socket as TLSSocket) : undefined;
      const validTo = Date.parse(secure?.getPeerCertificate().valid_to ?? '');
      resolve({
        protocol: secure?.getProtocol() ?? null,
        validTo: Number.isNaN(validTo) ? undefined : validTo,
      });
      socket.destroy();
    });
  }).finally(cancel);
}

/** Removes the brackets of an IPv6 address in a URL. */
function withoutBrackets(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}

import { type buildConnector, Client as SingleConnection } from 'undici';
import { errorCode } from './connection-fault.ts';

/** The properties of a connection error that occurred at a proxy, or on the way to it. */
export interface ProxyTrouble {
  /** The host and the port of the proxy. */
  readonly proxy: string;
}

/** A connection through a proxy to the destination. */
export type Tunnel = NonNullable<buildConnector.Options['httpSocket']>;

const answerTimeoutMs = 10_000;

/**
 * Opens a tunnel through a proxy to `target` (a host and a port) by CONNECT (RFC 9110 9.3.6). It returns the socket
 * only after the proxy has agreed; until then the proxy gets only the name of the target and its own user and password.
 * @throws ProxyTrouble
 */
export async function openTunnel(
  proxyUrl: string,
  target: string,
  connect: buildConnector.connector,
): Promise<Tunnel> {
  const { origin, host, username, password } = new URL(proxyUrl);
  const client = new SingleConnection(origin, { connect, headersTimeout: answerTimeoutMs });
  try {
    const { statusCode, socket } = await client.connect({
      path: target,
      headers: {
        host: target,
        ...(username !== '' && { 'proxy-authorization': basic(username, password) }),
      },
    });
    if (statusCode >= 200 && statusCode < 300) return socket as Tunnel;
    socket.destroy();
    throw Object.assign(new Error('refused'), {
      code: `${statusCode}${reasons[statusCode] ?? ''} to CONNECT`,
    });
  } catch (error) {
    void client.destroy();
    const trouble: ProxyTrouble = { proxy: host };
    throw Object.assign(error instanceof Error ? error : new Error(), trouble, { code: codeOf(error) });
  }
}

/** This code makes undici reconnect again and again; it is meant for established connections that were lost. */
function codeOf(error: unknown): string {
  const code = errorCode(error);
  if (code === 'UND_ERR_SOCKET') return 'ECONNRESET';
  return code === '' || code.startsWith('HPE_') ? 'no HTTP' : code;
}

const reasons: Readonly<Record<number, string>> = {
  403: ' (it forbids this destination)',
  407: ' (it wants a user and a password)',
};

function basic(username: string, password: string): string {
  const credentials = `${decoded(username)}:${decoded(password)}`;
  return `Basic ${Buffer.from(credentials).toString('base64')}`;
}

/** A password with a percent sign that is not a valid escape is used unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

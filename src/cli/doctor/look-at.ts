import { Agent, request } from 'undici';
import { verifyingConnector } from '../../booking/http/connect.ts';
import { connectionFault } from '../../booking/http/connection-fault.ts';
import type { Reply } from '../../booking/http/reply.ts';

/** The result of requesting an address: the response, or the reason why there is none. */
export type Look =
  | { readonly kind: 'answered'; readonly status: number; readonly json: unknown }
  | { readonly kind: 'late' }
  | Extract<Reply, { kind: 'not-sent' }>;

const withinMs = 4_500;
/** The maximum size of a response: the expected server sends only a few bytes. */
const mostBytes = 64 * 1024;
/** The maximum number of unread bytes: each may be a chunk, which takes hundreds of bytes of memory. */
const mostWaitingBytes = 4 * 1024;

/**
 * Sends a GET that needs no permission and changes nothing. Certificates are verified, redirects are not
 * followed. `trusting`: an agent with its own connections, which is closed afterwards.
 */
export async function lookAt(url: string, trusting?: Agent): Promise<Look> {
  const signal = AbortSignal.timeout(withinMs);
  const dispatcher = trusting ?? new Agent({ connect: verifyingConnector(), allowH2: false });
  try {
    const reply = await request(url, { dispatcher, signal, highWaterMark: mostWaitingBytes });
    let text = '';
    for await (const chunk of reply.body) {
      text += chunk;
      if (text.length > mostBytes) break;
    }
    return { kind: 'answered', status: reply.statusCode, json: parsed(text) };
  } catch (error) {
    return signal.aborted ? { kind: 'late' } : connectionFault(error);
  } finally {
    await dispatcher.destroy();
  }
}

/** True if the response of `/healthz` is that of a bridge. */
export function isBridge(look: Look): boolean {
  return look.kind === 'answered' && look.status === 200 && fieldOf(look.json, 'status') === 'ok';
}

/** Returns the value of a key in a JSON object. */
export function fieldOf(json: unknown, key: string): unknown {
  return typeof json === 'object' && json !== null && Object.hasOwn(json, key)
    ? (json as Readonly<Record<string, unknown>>)[key]
    : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

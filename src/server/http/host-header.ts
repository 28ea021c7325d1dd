import type { IncomingMessage } from 'node:http';
import { type Answer, problem } from './answer.ts';

/**
 * Refuses a request whose Host header is missing, repeated or invalid (RFC 9112 3.2): a proxy in front of this program
 * may have understood it otherwise. The value does not matter.
 */
export function refuseHost({
  httpVersion,
  rawHeaders,
}: Pick<IncomingMessage, 'httpVersion' | 'rawHeaders'>): Answer | undefined {
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && isHost(rawHeaders[index - 1]));
  const [host] = hosts;
  if (hosts.length > 1) return refusal('the request has more than one Host header');
  if (host === undefined)
    return httpVersion === '1.1' ? refusal('the request has no Host header') : undefined;
  return hostPattern.test(host) ? undefined : refusal('the Host header of the request is no host');
}

function refusal(words: string): Answer {
  // Closes the connection, because its next bytes may not be a request of the same sender.
  return problem(400, words, 'Send one Host header: a name or an address, and perhaps a port.', {
    connection: 'close',
  });
}

function isHost(name: string | undefined): boolean {
  return name?.length === 4 && name.toLowerCase() === 'host';
}

/** RFC 3986 3.2.2 and 3.2.3: an address in brackets, or a name, which may be empty; then perhaps a port. */
const hostPattern = /^(?:\[[\w.:~!$&'()*+,;=%-]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;

import type { IncomingMessage } from 'node:http';

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];

/**
 * Whom a request came from, as far as that is certain: the address of its connection; of IPv6 the network, since one
 * computer has all of its addresses. Requests with forwarding headers count apart from those without, so that somebody
 * who guesses through a proxy of this machine does not slow down its users. What the headers say is not believed:
 * invented ones make two callers of one, and no more.
 */
export function callerOf({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string {
  const address = network(socket.remoteAddress ?? 'unknown');
  return forwardingHeaders.some(name => headers[name] !== undefined) ? `${address}, forwarded` : address;
}

function network(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const left = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : new Array<string>(Math.max(0, 8 - groups.length - left.length)).fill('0');
  return `${[...groups, ...zeros, ...left].slice(0, 4).join(':')}::/64`;
}

import type { Caller } from '../../http/caller.ts';

/**
 * Where a caller belongs, for counting what it tries: its address; of IPv6 the network, since one computer has all of its
 * addresses. Requests with forwarding headers that are not believed count apart from those without, so that somebody who
 * guesses through a proxy of this machine does not slow down its users: invented ones make two callers of one, and no
 * more.
 */
export function networkOf({ address, forwarded }: Pick<Caller, 'address' | 'forwarded'>): string {
  const network = wide(address);
  return forwarded ? `${network}, forwarded` : network;
}

function wide(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const left = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : new Array<string>(Math.max(0, 8 - groups.length - left.length)).fill('0');
  return `${[...groups, ...zeros, ...left].slice(0, 4).join(':')}::/64`;
}

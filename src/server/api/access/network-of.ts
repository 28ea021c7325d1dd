import type { Caller } from '../../http/caller.ts';

/**
 * Returns the key under which the attempts of a caller are counted: its address, or its network for IPv6, because one
 * computer has all addresses of its network. Requests with untrusted forwarding headers count separately from requests
 * without them. Somebody who guesses through a proxy of this machine therefore does not slow down its users; invented
 * headers make two keys of one caller, never more.
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

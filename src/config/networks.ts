import { BlockList, isIP } from 'node:net';
import * as z from 'zod';

/** A set of addresses. */
export interface Networks {
  /** True if an address is in the set; false for a text that is no address. */
  has(address: string): boolean;
}

const words = 'an IP address or a network, such as 203.0.113.7, 10.0.0.0/8 or "2001:db8::/32"';

/** A schema for a list of addresses and networks. */
export function networkList() {
  return z.array(
    z
      .string(words)
      .refine(text => parse(text) !== undefined, words)
      .meta({ allowed: words }),
  );
}

/**
 * True if a network is larger than the largest private ones, 10.0.0.0/8 and fc00::/7. False for a text that is no
 * network.
 */
export function isWiderThanPrivate(text: string): boolean {
  const network = parse(text);
  return network !== undefined && network.bits < (network.family === 'ipv4' ? 8 : 7);
}

/** Returns the set of the listed addresses and networks; other texts are ignored. */
export function networksOf(texts: readonly string[]): Networks {
  const list = new BlockList();
  for (const text of texts) {
    const network = parse(text);
    if (network) list.addSubnet(network.address, network.bits, network.family);
  }
  return { has: address => isIP(address) !== 0 && list.check(address, familyOf(address)) };
}

/** Returns an address without its port, brackets and zone; undefined if it is no address. */
export function plainAddress(text: string): string | undefined {
  const [, inBrackets, withPort] = /^\[([^\]]*)\](?::\d*)?$|^(\d{1,3}(?:\.\d{1,3}){3}):\d+$/.exec(text) ?? [];
  const address = (inBrackets ?? withPort ?? text).replace(/%.*/s, '');
  // A socket for both versions of IP shows an IPv4 address mapped into IPv6.
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(plain) === 0 ? undefined : plain.toLowerCase();
}

type Family = 'ipv4' | 'ipv6';

function parse(text: string): { address: string; bits: number; family: Family } | undefined {
  const [, address = '', length] = /^([0-9A-Fa-f.:]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  if (isIP(address) === 0) return undefined;
  const family = familyOf(address);
  const most = family === 'ipv4' ? 32 : 128;
  const bits = length === undefined ? most : Number(length);
  return bits > most ? undefined : { address, bits, family };
}

function familyOf(address: string): Family {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

import * as z from 'zod';

/** The address at which a server listens. */
export interface Address {
  /** A name or an IP address; an IPv6 address has no brackets. */
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
}

const pattern = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+):(\d{1,5})$/;
const allowed = 'an address to listen on, such as 127.0.0.1:9090 or "[::1]:9090"';

/** A schema for `HOST:PORT`; it gives an address. */
export function listenAddress() {
  return z
    .string(allowed)
    .regex(pattern, allowed)
    .refine(text => portOf(text) <= 65535, allowed)
    .meta({ allowed })
    .transform(text => ({ host: hostOf(text), port: portOf(text) }));
}

function hostOf(text: string): string {
  const [, host = ''] = pattern.exec(text) ?? [];
  return host.replace(/^\[(.*)\]$/, '$1');
}

function portOf(text: string): number {
  return Number(pattern.exec(text)?.[2] ?? Number.NaN);
}

/** Returns an address as it is written in a URL or a message. */
export function addressText({ host, port }: Address): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** True if two servers cannot listen at these addresses at the same time. */
export function collide(one: Address, other: Address): boolean {
  if (one.port !== other.port || one.port === 0) return false;
  return one.host === other.host || isEverywhere(one.host) || isEverywhere(other.host);
}

function isEverywhere(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** Returns the URL of a server at this address, as seen from its own machine, without a slash at its end. */
export function localUrl({ host, port }: Address, scheme: 'http' | 'https' = 'http'): string {
  return `${scheme}://${addressText({ host: isEverywhere(host) ? '127.0.0.1' : host, port })}`;
}

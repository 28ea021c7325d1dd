import { isIP } from 'node:net';
import * as z from 'zod';
import type { Environment } from './interpolate.ts';
import { networksOf } from './networks.ts';
import { Secret } from './secret.ts';

const words = 'the URL of a proxy, such as http://proxy.example.com:3128';

/** A schema for the URL of a proxy. The result is a secret, because it may contain a password. */
export function proxyUrl() {
  return z
    .string(words)
    .refine(isProxyUrl, words)
    .meta({ allowed: words })
    .transform(url => new Secret(url));
}

/**
 * Returns the proxy from the environment for a URL: `HTTPS_PROXY`, unless `NO_PROXY` contains its host. As usual, the
 * names may be in lower case. Anything but the URL of a proxy is ignored. Only for https:, as the name says.
 */
export function proxyOf(baseUrl: string, env: Environment): Secret | undefined {
  const { protocol, hostname, port } = new URL(baseUrl);
  const named = env.https_proxy || env.HTTPS_PROXY || '';
  if (protocol !== 'https:' || named === '') return undefined;
  const url = /^\w+:\/\//.test(named) ? named : `http://${named}`;
  const without = (env.no_proxy || env.NO_PROXY || '').split(/[\s,]+/).filter(Boolean);
  const host = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (!isProxyUrl(url) || without.some(each => names(each, host, port || '443'))) return undefined;
  return new Secret(url);
}

/** True if an entry of NO_PROXY (`*`, a domain, an address or a network, perhaps with a port) has a host. */
function names(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  if (isIP(host) !== 0 && networksOf([entry]).has(host)) return true;
  const [, name = '', ofPort] =
    /^(\[[^\]]*\]|[^:]*|(?:[^:]*:){2}[\s\S]*)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
  if (ofPort !== undefined && ofPort !== port) return false;
  const plain = name.replace(/^\[(.*)\]$/, '$1').replace(/^\*?\./, '');
  if (plain === '') return false;
  return host === plain || (isIP(host) === 0 && host.endsWith(`.${plain}`));
}

function isProxyUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search } = new URL(text);
  return /^https?:$/.test(protocol) && hostname !== '' && pathname === '/' && search === '';
}

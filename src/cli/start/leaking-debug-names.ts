import type { Surroundings } from '../surroundings.ts';

/** The names in NODE_DEBUG that make Node and undici print URLs with tokens, headers and bodies. */
const leaking = ['http', 'https', 'http2', 'undici', 'fetch', 'websocket', 'net', 'tls', 'stream'];

/** Returns the part of NODE_DEBUG that makes Node print tokens and personal data; undefined without one. */
export function leakingDebugNames({ NODE_DEBUG = '' }: Surroundings['env']): string | undefined {
  return NODE_DEBUG.toLowerCase()
    .split(',')
    .map(each => each.trim())
    .find(each => {
      const parts = each.split('*').map(part => part.replaceAll(/[^\w]/g, '\\$&'));
      const pattern = new RegExp(`^${parts.join('.*')}$`);
      return each !== '' && leaking.some(name => pattern.test(name));
    });
}

import type { Surroundings } from '../surroundings.ts';

/** The names under which Node and the HTTP client print addresses with their tokens, headers, bodies. */
const leaking = ['http', 'https', 'http2', 'undici', 'fetch', 'websocket', 'net', 'tls', 'stream'];

/** The part of NODE_DEBUG that has Node print tokens and what customers wrote; undefined where there is none. */
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

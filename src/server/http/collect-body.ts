import type { IncomingMessage } from 'node:http';
import type { Share, Shortage } from './load.ts';

/** The result of reading the body of a request. */
export type CollectedBody =
  | { readonly kind: 'read'; readonly body: Buffer }
  /** `bytes`: the announced size, or the bytes that were read when the limit was exceeded. */
  | { readonly kind: 'too-large'; readonly bytes: number }
  | { readonly kind: 'shortage'; readonly shortage: Shortage }
  /** The sender disconnected, so there is no response. */
  | { readonly kind: 'aborted' };

/** The size of the first buffer for a body that arrives in small parts. */
const leastBytes = 512;

/**
 * Reads the bytes of a body, at most `limit` of them, for any content type. They are copied into one buffer, so that a
 * body in a million chunks takes no more memory than one in a single chunk. The buffer doubles as bytes arrive; its
 * whole size is taken from `share`, but an announced length alone is not. The caller closes the share.
 */
export function collectBody(request: IncomingMessage, limit: number, share: Share): Promise<CollectedBody> {
  const announced = Number(request.headers['content-length'] ?? limit);
  if (announced > limit) return Promise.resolve({ kind: 'too-large', bytes: announced });
  return new Promise(resolve => {
    let buffer = Buffer.alloc(0);
    let bytes = 0;
    const finish = (result: CollectedBody): void => {
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      // Later data are discarded until Node's own time limit ends the request.
      if (result.kind === 'too-large' || result.kind === 'shortage') request.resume();
      resolve(result);
    };
    const grow = (needed: number): Shortage | undefined => {
      const room = Math.max(needed, Math.min(announced, Math.max(leastBytes, 2 * buffer.length)));
      const shortage = share.take(room - buffer.length);
      if (shortage) return shortage;
      const larger = Buffer.allocUnsafe(room);
      buffer.copy(larger, 0, 0, bytes);
      buffer = larger;
      return undefined;
    };
    const onData = (chunk: Buffer): void => {
      const needed = bytes + chunk.length;
      const shortage = needed > buffer.length && needed <= limit ? grow(needed) : undefined;
      if (needed > limit) finish({ kind: 'too-large', bytes: needed });
      else if (shortage) finish({ kind: 'shortage', shortage });
      // The chunk may be a view of a buffer that the socket reuses.
      else bytes += chunk.copy(buffer, bytes);
    };
    const onEnd = (): void => finish({ kind: 'read', body: buffer.subarray(0, bytes) });
    const onClose = (): void => finish({ kind: 'aborted' });
    request.on('data', onData).on('end', onEnd).on('close', onClose);
  });
}

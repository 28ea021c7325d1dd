import type { IncomingMessage } from 'node:http';
import type { Share, Shortage } from './load.ts';

/** What came of reading the body of a request. */
export type CollectedBody =
  | { readonly kind: 'read'; readonly body: Buffer }
  /** `bytes`: as announced, or as many as came until the limit was passed. */
  | { readonly kind: 'too-large'; readonly bytes: number }
  | { readonly kind: 'shortage'; readonly shortage: Shortage }
  /** The sender went away: there is nobody to answer. */
  | { readonly kind: 'aborted' };

/**
 * Reads the bytes of a body, at most `limit` of them, whatever its content type says. Each byte is taken from
 * `share` as it arrives, so that an announced length alone costs nothing; the caller closes the share.
 */
export function collectBody(request: IncomingMessage, limit: number, share: Share): Promise<CollectedBody> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > limit) return Promise.resolve({ kind: 'too-large', bytes: announced });
  return new Promise(resolve => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = (result: CollectedBody): void => {
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      // What still comes is thrown away until Node's own time limit for the request ends it.
      if (result.kind === 'too-large' || result.kind === 'shortage') request.resume();
      resolve(result);
    };
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      const shortage = bytes > limit ? undefined : share.take(chunk.length);
      if (bytes > limit) finish({ kind: 'too-large', bytes });
      else if (shortage) finish({ kind: 'shortage', shortage });
      else chunks.push(chunk);
    };
    // The chunks may be views of a buffer that the socket uses again, so the bytes are always copied.
    const onEnd = (): void => finish({ kind: 'read', body: Buffer.concat(chunks, bytes) });
    const onClose = (): void => finish({ kind: 'aborted' });
    request.on('data', onData).on('end', onEnd).on('close', onClose);
  });
}

import type { IncomingMessage } from 'node:http';

/** A request whose URL may have had a prefix that was removed. */
type Request = Pick<IncomingMessage, 'url'> & { readonly originalUrl?: string };

/** Removes a prefix from the beginning of a URL; any other URL stays unchanged. A duplicated slash is ignored. */
export function withoutBasePath(basePath: string): (request: Request) => string {
  const steps = basePath.split('/').filter(Boolean);
  const prefix = new RegExp(`^${steps.map(step => `/+${step.replaceAll('.', '\\.')}`).join('')}(?=[/?]|$)`);
  return ({ url = '/' }) => {
    const rest = steps.length === 0 ? url : url.replace(prefix, '');
    return rest.startsWith('/') ? rest : `/${rest}`;
  };
}

/** Returns the URL of a request as it was received, with the prefix. */
export function receivedUrl({ originalUrl, url = '' }: Request): string {
  return originalUrl ?? url;
}

/**
 * Returns the base of a request's URL, as its sender sees it: `publicUrl`, which ends with the prefix, or else the
 * origin that a trusted proxy names. A prefix that the URL already has is not added again.
 */
export function publicBase(
  request: Request,
  origin: string | undefined,
  { publicUrl, basePath }: { readonly publicUrl: string | undefined; readonly basePath: string },
): string | undefined {
  if (publicUrl === undefined) return origin;
  const isThere = request.originalUrl !== undefined && request.originalUrl !== request.url;
  return isThere ? publicUrl.slice(0, publicUrl.length - basePath.length) : publicUrl;
}

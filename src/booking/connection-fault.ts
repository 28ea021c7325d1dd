import type { Reply } from './reply.ts';

type NotSent = Extract<Reply, { kind: 'not-sent' }>;

/**
 * Why no connection came about. Only for errors of requests of which not a byte had left: the same codes also arise
 * on connections that stand. The error itself is not passed on, since it may tell more than its code.
 */
export function connectionFault(error: unknown): NotSent {
  const code = errorCode(error);
  return { kind: 'not-sent', why: whyOf(code), detail: code === '' ? 'no reason given' : code };
}

/** The code of an error, or the empty text. */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

function whyOf(code: string): NotSent['why'] {
  if (['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'].includes(code)) return 'dns';
  if (['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'].includes(code)) return 'connect-timeout';
  if (['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'UND_ERR_SOCKET'].includes(code)) return 'reset';
  if (['UND_ERR_CLOSED', 'UND_ERR_DESTROYED'].includes(code)) return 'shutdown';
  if (['UND_ERR_INVALID_ARG', 'ERR_INVALID_ARG_TYPE', 'ERR_INVALID_URL', 'ERR_INVALID_CHAR'].includes(code)) {
    return 'invalid';
  }
  return isCertificateCode(code) ? 'certificate' : 'unreachable';
}

/** The codes that Node gives for X.509 verification, by their parts: `CERT_HAS_EXPIRED`, `UNABLE_TO_GET_ISSUER_CERT`. */
function isCertificateCode(code: string): boolean {
  return /CERT|CRL|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_EXCEEDED|INVALID_PURPOSE/.test(code);
}

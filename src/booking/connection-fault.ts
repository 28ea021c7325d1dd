import type { Reply } from './reply.ts';

type NotSent = Extract<Reply, { kind: 'not-sent' }>;

/**
 * Why no connection came about. Only for errors of requests of which not a byte had left: the same codes also arise
 * on connections that stand. The error itself is not passed on, since it may tell more than its code.
 */
export function connectionFault(error: unknown): NotSent {
  const code = errorCode(error);
  const why = whyOf(code);
  const detail = code === '' ? 'no reason given' : code;
  return { kind: 'not-sent', why, detail: why === 'certificate' ? certificateDetail(code, error) : detail };
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

/** `it has expired, CERT_HAS_EXPIRED; valid until 2026-01-31T12:00:00Z`. */
function certificateDetail(code: string, error: unknown): string {
  const words = Object.entries(certificateWords).find(([part]) => code.includes(part))?.[1];
  const validTo =
    error instanceof Error && 'validTo' in error ? Date.parse(String(error.validTo)) : Number.NaN;
  const until = Number.isNaN(validTo) ? '' : `; valid until ${new Date(validTo).toISOString()}`;
  return `${words === undefined ? '' : `${words}, `}${code}${until}`;
}

const certificateWords: Readonly<Record<string, string>> = {
  HAS_EXPIRED: 'it has expired',
  NOT_YET_VALID: 'it is not valid yet; is the clock of this machine right?',
  REVOKED: 'it was revoked',
  ALTNAME_INVALID: 'it is for another name',
  HOSTNAME_MISMATCH: 'it is for another name',
  SELF_SIGNED: 'it is self-signed',
  UNABLE_TO_GET_ISSUER: 'nobody whom this machine trusts vouches for it',
  UNABLE_TO_VERIFY_LEAF: 'nobody whom this machine trusts vouches for it',
};

/** The codes that Node gives for X.509 verification, by their parts: `CERT_HAS_EXPIRED`, `UNABLE_TO_GET_ISSUER_CERT`. */
function isCertificateCode(code: string): boolean {
  return /CERT|CRL|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_EXCEEDED|INVALID_PURPOSE/.test(code);
}

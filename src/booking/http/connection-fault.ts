import type { ConnectionTrouble } from './connect.ts';
import type { Reply } from './reply.ts';
import { tlsFault } from './tls-fault.ts';
import type { ProxyTrouble } from './tunnel.ts';

type NotSent = Extract<Reply, { kind: 'not-sent' }>;

/**
 * Returns the reason why no connection was established. Use it only for requests of which no byte was sent: the same
 * codes also occur on established connections. The error itself is not passed on, because it may contain more than its
 * code.
 */
export function connectionFault(error: unknown): NotSent {
  const code = errorCode(error);
  const { proxy } = error as Partial<ProxyTrouble>;
  const place = proxy === undefined ? '' : `, at the proxy ${proxy}`;
  const facts = { ...(code !== '' && { code }), ...(proxy !== undefined && { proxy }) };
  const certificate = certificateFault(error, code) ?? tlsFault(error);
  if (certificate !== undefined)
    return { kind: 'not-sent', why: 'certificate', detail: certificate + place, ...facts };
  const why = whyOf(code);
  const detail = (code === '' ? 'no reason given' : withScheme(code)) + place;
  // The name that was not found is the proxy's, not the destination's.
  return {
    kind: 'not-sent',
    why: proxy !== undefined && why === 'dns' ? 'unreachable' : why,
    detail,
    ...facts,
  };
}

/** OpenSSL reports a plain HTTP response as a wrong version. */
function withScheme(code: string): string {
  return code === 'ERR_SSL_WRONG_VERSION_NUMBER'
    ? `${code}: the server speaks http on this port, and the address begins with https`
    : code;
}

/** Returns the code of an error, or an empty text. */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

function whyOf(code: string): Exclude<NotSent['why'], 'certificate'> {
  if (['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'].includes(code)) return 'dns';
  if (['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'ETIMEDOUT'].includes(code))
    return 'connect-timeout';
  if (['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'UND_ERR_SOCKET'].includes(code)) return 'reset';
  if (['UND_ERR_CLOSED', 'UND_ERR_DESTROYED'].includes(code)) return 'shutdown';
  if (['UND_ERR_INVALID_ARG', 'ERR_INVALID_ARG_TYPE', 'ERR_INVALID_URL', 'ERR_INVALID_CHAR'].includes(code)) {
    return 'invalid';
  }
  return 'unreachable';
}

/**
 * Returns, for a refused certificate, `it has expired, CERT_HAS_EXPIRED; valid until 2026-01-31T12:00:00Z`. Node
 * marks the connection: its error codes are many, grow with OpenSSL, and some faults have none.
 */
function certificateFault(error: unknown, code: string): string | undefined {
  const { unverified, validTo } = error as Partial<ConnectionTrouble>;
  if (!unverified && !code.startsWith('ERR_TLS_')) return undefined;
  const words = certificateWords.find(([part]) => code.includes(part))?.[1] ?? withoutCode(error, code);
  const end = Date.parse(validTo ?? '');
  const until = Number.isNaN(end) ? '' : `; valid until ${new Date(end).toISOString()}`;
  return `${words === undefined ? '' : `${words}, `}${code}${until}`;
}

const trustedByNone = 'nobody whom this machine trusts vouches for it, or the chain up to them is not sent';

const certificateWords: readonly (readonly [part: string, words: string])[] = [
  ['HAS_EXPIRED', 'it has expired, or one above it has'],
  ['NOT_YET_VALID', 'it is not valid yet; is the clock of this machine right?'],
  ['REVOKED', 'it was revoked'],
  ['CRL', 'whether it was revoked cannot be told'],
  ['ALTNAME_INVALID', 'it is for another name'],
  ['HOSTNAME_MISMATCH', 'it is for another name'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'who vouches for it is not trusted by this machine'],
  ['SELF_SIGNED', 'it is self-signed'],
  ['UNABLE_TO_GET_ISSUER', trustedByNone],
  ['UNABLE_TO_VERIFY_LEAF', trustedByNone],
  ['CERT_UNTRUSTED', trustedByNone],
  ['INVALID_PURPOSE', 'it is not meant for a server'],
  ['INVALID_CA', 'what stands above it may not vouch for others'],
  ['PATH_LENGTH_EXCEEDED', 'what stands above it may not vouch for so many below'],
  ['SIGNATURE_FAILURE', 'its signature is wrong'],
  ['DH_PARAM_SIZE', 'its key exchange is too weak'],
];

/** The text of OpenSSL, if Node has no code for the fault: `EE certificate key too weak`. It contains no names. */
function withoutCode(error: unknown, code: string): string | undefined {
  const isPlain =
    code === 'UNSPECIFIED' && error instanceof Error && /^[\w ,()/-]{1,100}$/.test(error.message);
  return isPlain ? error.message : undefined;
}

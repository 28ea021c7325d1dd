import { hash } from 'node:crypto';
import type { errors, JWTPayload } from 'jose';
import type { Verify } from '../../config/sources/verify.ts';
import { measuredDuration } from '../../diagnostics/duration-words.ts';
import { type Evidence, findHeader, findInQuery, type Proof, type Unproved, unproved } from './evidence.ts';
import { isDigest } from './signature.ts';
import { isWritten } from './signature-template.ts';
import { signingKey } from './signing-key.ts';

type Jwt = Extract<Verify, { type: 'jwt' }>;

type Opened = { readonly proved: true; readonly claims: JWTPayload } | Unproved;

const toleranceS = 60;
/** No token starts to be valid so late: such a time is in another unit. */
const farMs = 10 * 365 * 24 * 60 * 60 * 1000;

/** The same tolerance as for signed timestamps. */
const windowMs = 300_000;

/**
 * Proves a JSON Web Token (RFC 7519), signed by HMAC with one of the secrets, with or without `Bearer `
 * before it. Only the source sets the allowed algorithms. The token needs an expiry (`exp`) that has not
 * passed, with a minute of tolerance. If the source names a claim for the hash of the body, the token covers
 * the body; it may then lack `exp`, but its `iat`, if present, must be at most five minutes from now.
 */
export async function proveJwt(scheme: Jwt, evidence: Evidence): Promise<Proof> {
  const found =
    scheme.in === 'header' ? findHeader(evidence, scheme.name) : findInQuery(evidence, scheme.name);
  if (!found.proved) return found;
  const [, token, signature = ''] = /^(?:Bearer +)?([\w-]+\.[\w-]+\.([\w-]+))$/i.exec(found.text) ?? [];
  // The last letter has unused bits. Only one of its spellings is accepted.
  const isSpelled = Buffer.from(signature, 'base64url').toString('base64url') === signature;
  if (token === undefined || !isSpelled) return unproved(noToken(scheme));
  const opened = await openToken(token, scheme);
  if (!opened.proved) return opened;
  const time = checkTime(opened.claims, scheme, evidence.now);
  if (!time.proved) return time;
  const signed = await proveSignature(token, scheme, evidence.now);
  return signed.proved ? proveBody(opened.claims, scheme, evidence) : signed;
}

/** Checks that a verified token was made for this body. */
function proveBody(claims: JWTPayload, { body }: Jwt, { request }: Evidence): Proof {
  if (!body) return { proved: true };
  const claim = Object.hasOwn(claims, body.claim) ? claims[body.claim] : undefined;
  if (typeof claim !== 'string' || !isWritten(claim, body.encoding)) {
    return unproved(
      `the token has no hash of the body in its claim "${body.claim}", written as the source says`,
    );
  }
  return isDigest(claim, bodyDigest(request.body), body.encoding)
    ? { proved: true }
    : unproved('the token was made for another body');
}

function bodyDigest(body: Uint8Array): Buffer {
  return hash('sha256', body, 'buffer');
}

/** Makes the token of this source's sender for a body: signed with the first secret, valid for 5 minutes. */
export async function signJwt(
  { algorithms: [algorithm = 'HS256'], audience, body }: Jwt,
  { key, now, bytes }: { readonly key: Uint8Array; readonly now: number; readonly bytes: Uint8Array },
): Promise<string> {
  const { SignJWT } = await import('jose');
  const seconds = Math.floor(now / 1000);
  const bound = body && { [body.claim]: bodyDigest(bytes).toString(body.encoding) };
  const token = new SignJWT({ ...bound, ...(audience !== undefined && { aud: audience }) })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 300);
  return token.sign(key);
}

/** Reads the claims of a token before it is verified. Only its format is checked. */
async function openToken(token: string, scheme: Jwt): Promise<Opened> {
  // Loaded with the first token, so that a bridge without such a source does not keep it in memory.
  const { decodeJwt, decodeProtectedHeader } = await import('jose');
  try {
    const { alg } = decodeProtectedHeader(token);
    if (!scheme.algorithms.some(each => each === alg)) {
      const other = isNamed(alg) ? `, but with ${alg}` : '';
      return unproved(
        `the token is not signed with ${scheme.algorithms.join(' or ')}, as the source says${other}`,
      );
    }
    return { proved: true, claims: decodeJwt(token) };
  } catch {
    return unproved(noToken(scheme));
  }
}

/** True for the name of an algorithm (RFC 7518), which is safe to show. */
function isNamed(algorithm: unknown): algorithm is string {
  return typeof algorithm === 'string' && /^(?:[HREP]S(?:256|384|512)|EdDSA)$/.test(algorithm);
}

function noToken({ name, in: where }: Jwt): string {
  const place = where === 'header' ? `the header "${name}"` : `"${name}" in the query of the URL`;
  return `${place} does not hold a JSON Web Token`;
}

function checkTime({ exp, nbf, iat }: JWTPayload, { body }: Jwt, now: number): Proof {
  if (exp === undefined && body) {
    const age = checkAge(iat, now);
    if (!age.proved) return age;
  } else if (!isTime(exp)) {
    return unproved('the token does not say when it ends (exp)');
  }
  const overMs = isTime(exp) ? now - exp * 1000 : 0;
  if (overMs >= toleranceS * 1000) {
    return outOfTime(`the token ended ${measuredDuration(overMs)} ago`, iat ?? exp, now);
  }
  const aheadMs = isTime(nbf) ? nbf * 1000 - now : 0;
  if (aheadMs > farMs)
    return unproved('the times of the token look like milliseconds, and a token has seconds');
  if (aheadMs > toleranceS * 1000) {
    return outOfTime(`the token begins only in ${measuredDuration(aheadMs)}`, iat ?? nbf, now);
  }
  return { proved: true };
}

/** Checks the issue time of a token without an expiry. */
function checkAge(iat: unknown, now: number): Proof {
  if (iat === undefined) return { proved: true };
  if (!isTime(iat)) return unproved('the token does not say in seconds when it was made (iat)');
  const skewMs = iat * 1000 - now;
  if (Math.abs(skewMs) <= windowMs) return { proved: true };
  const apart = measuredDuration(Math.abs(skewMs));
  return outOfTime(
    skewMs < 0 ? `the token is ${apart} old` : `the token was made only in ${apart}`,
    iat,
    now,
  );
}

function isTime(claim: unknown): claim is number {
  return typeof claim === 'number' && Number.isFinite(claim);
}

/** `made`: when the token was made, in seconds of the sender's clock, or the possible time nearest to now. */
function outOfTime(what: string, made: unknown, now: number): Unproved {
  const reason = `${what}; is a clock wrong?`;
  if (!isTime(made)) return unproved(reason, 'time');
  const skewMs = made * 1000 - now;
  return { ...unproved(reason, 'time', { code: 'time', skewMs }), skewMs };
}

async function proveSignature(token: string, scheme: Jwt, now: number): Promise<Proof> {
  const { errors, jwtVerify } = await import('jose');
  let refusal = unproved('the secret of the source is empty');
  for (const secret of scheme.secret) {
    const key = signingKey(secret, 'utf8');
    if (!key) continue;
    try {
      await jwtVerify(token, key, {
        algorithms: [...scheme.algorithms],
        ...(scheme.audience !== undefined && { audience: scheme.audience }),
        requiredClaims: scheme.body ? [] : ['exp'],
        clockTolerance: toleranceS,
        currentDate: new Date(now),
      });
      return { proved: true };
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
      const mismatch = error instanceof errors.JWSSignatureVerificationFailed;
      if (!mismatch) return unproved(reasonOf(error));
      refusal = unproved('the signature of the token does not match; is the secret right?', 'wrong', {
        code: 'wrong-signature',
      });
    }
  }
  return refusal;
}

function reasonOf(error: errors.JOSEError): string {
  return 'claim' in error && error.claim === 'aud'
    ? 'the token is not meant for the audience that the source says'
    : 'the token asks for something that is not read here, or a part of it is not written as one';
}

import type { errors, JWTPayload } from 'jose';
import type { Verify } from '../../config/config.ts';
import { measuredDuration } from '../../diagnostics/duration-words.ts';
import { type Evidence, findHeader, findInQuery, type Proof, type Unproved, unproved } from './evidence.ts';
import { signingKey } from './signing-key.ts';

type Jwt = Extract<Verify, { type: 'jwt' }>;

type Opened = { readonly proved: true; readonly claims: JWTPayload } | Unproved;

const toleranceS = 60;

/**
 * A JSON Web Token (RFC 7519) that an HMAC with one of the secrets signs, with or without `Bearer ` before it. Which
 * algorithms count, the source says, never the token. It must have an end (`exp`) that is not over, give or take a
 * minute. It covers nothing of the request.
 */
export async function proveJwt(scheme: Jwt, evidence: Evidence): Promise<Proof> {
  const found =
    scheme.in === 'header' ? findHeader(evidence, scheme.name) : findInQuery(evidence, scheme.name);
  if (!found.proved) return found;
  const [, token, signature = ''] = /^(?:Bearer +)?([\w-]+\.[\w-]+\.([\w-]+))$/i.exec(found.text) ?? [];
  // The last letter has bits that do not count: of its spellings one is taken.
  const isSpelled = Buffer.from(signature, 'base64url').toString('base64url') === signature;
  if (token === undefined || !isSpelled) return unproved(noToken(scheme));
  const opened = await openToken(token, scheme);
  if (!opened.proved) return opened;
  const time = checkTime(opened.claims, evidence.now);
  return time.proved ? proveSignature(token, scheme, evidence.now) : time;
}

/** A token as this source's sender would make it: signed with its first secret, good for five minutes. */
export async function signJwt(
  { algorithms: [algorithm = 'HS256'], audience }: Jwt,
  key: Uint8Array,
  now: number,
): Promise<string> {
  const { SignJWT } = await import('jose');
  const seconds = Math.floor(now / 1000);
  const token = new SignJWT(audience === undefined ? {} : { aud: audience })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 300);
  return token.sign(key);
}

/** What the token says of itself, before anything of it is proved but that it is written as one. */
async function openToken(token: string, scheme: Jwt): Promise<Opened> {
  // Loaded with the first token, so that a bridge without such a source has no part of it in memory.
  const { decodeJwt, decodeProtectedHeader } = await import('jose');
  try {
    const { alg } = decodeProtectedHeader(token);
    if (!scheme.algorithms.some(each => each === alg)) {
      return unproved(`the token is not signed with ${scheme.algorithms.join(' or ')}, as the source says`);
    }
    return { proved: true, claims: decodeJwt(token) };
  } catch {
    return unproved(noToken(scheme));
  }
}

function noToken({ name, in: where }: Jwt): string {
  const place = where === 'header' ? `the header "${name}"` : `"${name}" in the query of the URL`;
  return `${place} does not hold a JSON Web Token`;
}

function checkTime({ exp, nbf, iat }: JWTPayload, now: number): Proof {
  if (!isTime(exp)) return unproved('the token does not say when it ends (exp)');
  const overMs = now - exp * 1000;
  if (overMs >= toleranceS * 1000) {
    return outOfTime(`the token ended ${measuredDuration(overMs)} ago`, iat ?? exp, now);
  }
  const aheadMs = isTime(nbf) ? nbf * 1000 - now : 0;
  if (aheadMs > toleranceS * 1000) {
    return outOfTime(`the token begins only in ${measuredDuration(aheadMs)}`, iat ?? nbf, now);
  }
  return { proved: true };
}

function isTime(claim: unknown): claim is number {
  return typeof claim === 'number' && Number.isFinite(claim);
}

/** `made`: seconds of the sender's clock when it made the token, or the nearest to now that they can have been. */
function outOfTime(what: string, made: unknown, now: number): Unproved {
  const refusal = unproved(`${what}; is a clock wrong?`);
  return isTime(made) ? { ...refusal, skewMs: made * 1000 - now } : refusal;
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
        requiredClaims: ['exp'],
        clockTolerance: toleranceS,
        currentDate: new Date(now),
      });
      return { proved: true };
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
      const mismatch = error instanceof errors.JWSSignatureVerificationFailed;
      if (!mismatch) return unproved(reasonOf(error));
      refusal = unproved('the signature of the token does not match; is the secret right?');
    }
  }
  return refusal;
}

function reasonOf(error: errors.JOSEError): string {
  return 'claim' in error && error.claim === 'aud'
    ? 'the token is not meant for the audience that the source says'
    : 'the token asks for something that is not read here, or a part of it is not written as one';
}

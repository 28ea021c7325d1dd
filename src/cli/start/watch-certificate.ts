import { type CertificateValidity, validityOf } from '../../config/certificate-validity.ts';
import type { Config } from '../../config/config.ts';
import { keyFits } from '../../config/pem-file.ts';
import { isoTime, systemClock } from '../../inbox/clock.ts';
import type { Log } from '../../log/log.ts';
import type { CertificatePair } from '../../server/http/app.ts';

const lookEveryMs = 2_000;

/**
 * Has the server use another certificate once its files change, for the connections that come from then on. Two files
 * are never written at the same moment: a pair that does not fit is told of only where it stays so. A certificate that
 * ends soon, or holds no more, is told of at the start, when it is read and when that comes to pass. The answer ends
 * the watching.
 */
export function watchCertificate(
  { cert, key }: NonNullable<Config['server']['tls']>,
  use: (pair: CertificatePair) => void,
  log: Pick<Log, 'info' | 'warn'>,
  everyMs = lookEveryMs,
): () => void {
  const read = (): CertificatePair => ({ cert: cert.reveal(), key: key.reveal() });
  let used = read();
  let seen = used;
  let told = used;
  let state = tellValidity(used, undefined, log);

  const timer = setInterval(() => {
    const now = read();
    const isStill = isSame(now, seen);
    seen = now;
    if (isSame(now, used)) {
      state = tellValidity(used, state, log);
      return;
    }
    if (fits(now)) {
      use(now);
      used = now;
      log.info({}, 'the TLS certificate was read again');
      state = tellValidity(used, undefined, log);
    } else if (isStill && !isSame(now, told)) {
      told = now;
      log.warn({}, 'the files of the TLS certificate do not fit each other; the last good ones are used');
    }
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Tells of a state that is another one than was `known`, and answers it. */
function tellValidity(
  { cert }: CertificatePair,
  known: CertificateValidity['state'] | undefined,
  log: Pick<Log, 'warn'>,
): CertificateValidity['state'] {
  const { state, from, until } = validityOf(cert, systemClock.now());
  if (state === known) return state;
  const expiresAt = isoTime(until);
  if (state === 'expired') log.warn({ expiresAt }, 'the TLS certificate has expired: senders refuse it');
  if (state === 'soon') log.warn({ expiresAt }, 'the TLS certificate expires soon');
  if (state === 'early') log.warn({ validFrom: isoTime(from) }, 'the TLS certificate is not valid yet');
  return state;
}

function isSame(one: CertificatePair, other: CertificatePair): boolean {
  return one.cert === other.cert && one.key === other.key;
}

function fits({ cert, key }: CertificatePair): boolean {
  try {
    // Throws where one above the first cannot be read.
    validityOf(cert, systemClock.now());
    return keyFits(cert, key);
  } catch {
    return false;
  }
}

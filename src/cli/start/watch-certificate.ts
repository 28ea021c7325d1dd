import type { Config } from '../../config/config.ts';
import { type CertificateValidity, validityOf } from '../../config/secrets/certificate-validity.ts';
import { keyFits } from '../../config/secrets/pem-file.ts';
import { isoTime, systemClock } from '../../inbox/clock.ts';
import type { Log } from '../../log/log.ts';
import type { CertificatePair } from '../../server/http/app.ts';

const lookEveryMs = 2_000;

/**
 * Makes the server use a changed certificate for later connections. Its two files are never written at the same moment,
 * so a pair that does not match is reported only if it stays so. An expiring or invalid certificate is reported at the
 * start, when it is read, and when that happens. Returns the function that ends the watch.
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
      log.info({}, 'TLS certificate reloaded');
      state = tellValidity(used, undefined, log);
    } else if (isStill && !isSame(now, told)) {
      told = now;
      log.warn({}, 'TLS certificate and key do not match');
    }
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Logs a state that differs from `known`, and returns it. */
function tellValidity(
  { cert }: CertificatePair,
  known: CertificateValidity['state'] | undefined,
  log: Pick<Log, 'warn'>,
): CertificateValidity['state'] {
  const { state, from, until } = validityOf(cert, systemClock.now());
  if (state === known) return state;
  const expiresAt = isoTime(until);
  if (state === 'expired') log.warn({ expiresAt }, 'TLS certificate expired');
  if (state === 'soon') log.warn({ expiresAt }, 'TLS certificate expires soon');
  if (state === 'early') log.warn({ validFrom: isoTime(from) }, 'TLS certificate not valid yet');
  return state;
}

function isSame(one: CertificatePair, other: CertificatePair): boolean {
  return one.cert === other.cert && one.key === other.key;
}

function fits({ cert, key }: CertificatePair): boolean {
  try {
    // Throws if a certificate after the first one cannot be read.
    validityOf(cert, systemClock.now());
    return keyFits(cert, key);
  } catch {
    return false;
  }
}

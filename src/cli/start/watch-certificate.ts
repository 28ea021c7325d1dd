import type { Config } from '../../config/config.ts';
import { keyFits } from '../../config/pem-file.ts';
import type { Log } from '../../log/log.ts';
import type { CertificatePair } from '../../server/http/app.ts';

const lookEveryMs = 2_000;

/**
 * Has the server use another certificate once its files change, for the connections that come from then on. Two files
 * are never written at the same moment: a pair that does not fit is told of only where it stays so. The answer ends the
 * watching.
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

  const timer = setInterval(() => {
    const now = read();
    const isStill = isSame(now, seen);
    seen = now;
    if (isSame(now, used)) return;
    if (fits(now)) {
      use(now);
      used = now;
      log.info({}, 'the TLS certificate was read again');
    } else if (isStill && !isSame(now, told)) {
      told = now;
      log.warn({}, 'the files of the TLS certificate do not fit each other; the last good ones are used');
    }
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

function isSame(one: CertificatePair, other: CertificatePair): boolean {
  return one.cert === other.cert && one.key === other.key;
}

function fits({ cert, key }: CertificatePair): boolean {
  try {
    return keyFits(cert, key);
  } catch {
    return false;
  }
}

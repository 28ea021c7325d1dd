import { X509Certificate } from 'node:crypto';
import type { Config } from '../../config/config.ts';
import { plainAddress } from '../../config/networks.ts';
import { validityOf } from '../../config/secrets/certificate-validity.ts';
import { certificatesIn } from '../../config/secrets/pem-file.ts';
import { systemClock } from '../../inbox/clock.ts';
import { localTime } from '../terminal/time-words.ts';
import { type Finding, warning, well, wrong } from './finding.ts';

const renew = 'renew it and write both files of server.tls; a running bridge reads them again automatically';

/** Checks that senders accept the certificate of the config: its dates, and its names. Undefined without one. */
export function serverCertificateFinding({ tls, publicUrl }: Config['server']): readonly Finding[] {
  if (!tls) return [];
  const pem = tls.cert.reveal();
  const { state, from, until } = validityOf(pem, systemClock.now());
  const end = localTime(new Date(until).toISOString());
  if (state === 'expired')
    return [wrong('server certificate', `it has expired, ${end}: senders refuse it`, renew)];
  if (state === 'early') {
    const says = `it is not valid before ${localTime(new Date(from).toISOString())}: senders refuse it`;
    return [
      wrong('server certificate', says, 'set the clock of this machine, or write one that is valid by now'),
    ];
  }
  const stranger = publicUrl === undefined ? undefined : unnamedHost(pem, publicUrl);
  if (stranger !== undefined) {
    const next = `let it name ${stranger}, unless something in front of the bridge has a certificate of its own`;
    return [warning('server certificate', `it is not for ${stranger}, the host of server.publicUrl`, next)];
  }
  if (state === 'soon')
    return [warning('server certificate', `it expires soon, ${end}: senders refuse it then`, renew)];
  return [well('server certificate', `it is valid until ${end}`)];
}

/** The host of a public URL that the certificate does not name. */
function unnamedHost(pem: string, publicUrl: string): string | undefined {
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol !== 'https:') return undefined;
  const [first = ''] = certificatesIn(pem);
  const certificate = new X509Certificate(first);
  const address = plainAddress(hostname);
  const named = address === undefined ? certificate.checkHost(hostname) : certificate.checkIP(address);
  return named === undefined ? hostname : undefined;
}

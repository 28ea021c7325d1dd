import { X509Certificate } from 'node:crypto';
import { certificatesIn } from './pem-file.ts';

/** How long certificates hold, as seen at a moment. `soon`: they should have been renewed by then. */
export interface CertificateValidity {
  readonly state: 'valid' | 'soon' | 'expired' | 'early';
  /** When the last of them begins to hold, and when the first of them ends. Epoch milliseconds. */
  readonly from: number;
  readonly until: number;
}

/** A certificate that ends sooner should be renewed by now. */
export const renewBeforeMs = 14 * 86_400_000;

/** How long all the certificates of a PEM text hold together: a chain is as good as the first of it that ends. */
export function validityOf(pem: string, now: number): CertificateValidity {
  const chain = certificatesIn(pem).map(each => new X509Certificate(each));
  const from = Math.max(...chain.map(each => each.validFromDate.getTime()));
  const until = Math.min(...chain.map(each => each.validToDate.getTime()));
  return { state: stateAt(now, from, until), from, until };
}

function stateAt(now: number, from: number, until: number): CertificateValidity['state'] {
  if (now >= until) return 'expired';
  if (now < from) return 'early';
  return until - now > renewBeforeMs ? 'valid' : 'soon';
}

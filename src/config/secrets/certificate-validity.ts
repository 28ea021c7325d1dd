import { X509Certificate } from 'node:crypto';
import { certificatesIn } from './pem-file.ts';

/** The validity of certificates at a time. `soon`: they should have been renewed already. */
export interface CertificateValidity {
  readonly state: 'valid' | 'soon' | 'expired' | 'early';
  /** The latest start and the earliest end of their validity. Epoch milliseconds. */
  readonly from: number;
  readonly until: number;
}

/** A certificate should be renewed this long before its end. */
export const renewBeforeMs = 14 * 86_400_000;

/** Returns the validity of all certificates of a PEM text: a chain ends with its first expiring certificate. */
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

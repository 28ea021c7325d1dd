/**
 * Returns the reason why TLS with a peer fails before a request could be sent, if only a person can correct it: the
 * peer refused the handshake, or OpenSSL did. Undefined for faults that may pass, and for a peer that does not use TLS.
 */
export function tlsFault(error: unknown): string | undefined {
  const said = opensslReason(error);
  if (said === undefined) return undefined;
  const alert = alertOf(error);
  if (alert === undefined) {
    return passingReasons.includes(said) ? undefined : `this program refuses its TLS: ${said}`;
  }
  return passingAlerts.includes(alert) ? undefined : refusedBy(alert, said);
}

/**
 * Returns the same for a request that was given to a connection. In TLS 1.3 a client may send before the server has
 * checked the client's certificate, but the server reads nothing before that check. A server that ends the handshake in
 * this way has not seen the request (RFC 8446 2, 4.4.2.4, 6.2). None of these alerts has a meaning later on.
 */
export function unreadByPeer(error: unknown): string | undefined {
  const said = opensslReason(error);
  const alert = alertOf(error);
  if (said === undefined || alert === undefined) return undefined;
  return certificateAlerts.includes(alert) ? refusedBy(alert, said) : undefined;
}

/** bad_record_mac, internal_error and user_canceled: a retry may succeed (RFC 8446 6.2). */
const passingAlerts = [20, 80, 90];

/** bad_certificate to certificate_unknown, unknown_ca, certificate_required: a server refuses the client's certificate. */
const certificateAlerts = [42, 43, 44, 45, 46, 48, 116];

/** A peer without TLS means a wrong port or a proxy; the other reasons come from a disturbed network. */
const passingReasons = [
  'wrong version number',
  'decryption failed or bad record mac',
  'unexpected eof while reading',
];

function refusedBy(alert: number, said: string): string {
  const words = said.replace(/^(?:ssl\/tls|sslv3|tlsv1|tlsv13) (?:alert )?/, '');
  const wanted = certificateAlerts.includes(alert) ? '; it asks for a certificate of this program' : '';
  return `it refuses the TLS of this program: ${words}, alert ${alert}${wanted}`;
}

/** Returns OpenSSL's fixed words for a fault. Only errors of OpenSSL have a `library`. */
function opensslReason(error: unknown): string | undefined {
  if (!(error instanceof Error && 'library' in error && 'reason' in error)) return undefined;
  return typeof error.reason === 'string' ? error.reason : 'no reason given';
}

/** The number of the alert from the peer, which OpenSSL appends to its message. */
function alertOf(error: unknown): number | undefined {
  const number = error instanceof Error ? /SSL alert number (\d+)\s*$/.exec(error.message)?.[1] : undefined;
  return number === undefined ? undefined : Number(number);
}

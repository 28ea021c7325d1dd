/**
 * The result of sending one HTTP request. `answered`: a whole answer was read. `broken`: a status was seen, then the
 * body broke off, was too large or could not be unpacked. `not-sent`: no connection was ever established (proved). `no-answer`: the
 * connection stood, and nothing usable came back. `not-http`: what came back was no HTTP.
 */
export type Reply =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: ReplyHeaders;
      readonly body: Uint8Array;
    }
  | {
      readonly kind: 'broken';
      readonly status: number;
      readonly headers: ReplyHeaders;
      readonly why: 'cut' | 'stalled' | 'too-large' | 'not-unpacked';
    }
  | {
      readonly kind: 'not-sent';
      readonly why:
        | 'dns'
        | 'unreachable'
        | 'connect-timeout'
        | 'reset'
        | 'certificate'
        | 'shutdown'
        | 'invalid';
      /** In words, with the code and the proxy. */
      readonly detail: string;
      /** The code of Node or of OpenSSL, if there is one. */
      readonly code?: string;
      /** The host and port of the proxy, if the connection to it or through it failed. */
      readonly proxy?: string;
    }
  | { readonly kind: 'no-answer'; readonly why: 'timeout' | 'closed' }
  /** `body`: the first bytes of what came, as far as they are known. */
  | { readonly kind: 'not-http'; readonly body?: Uint8Array };

/** The few headers of an answer that mean something here. */
export interface ReplyHeaders {
  readonly contentType: string | undefined;
  readonly retryAfter: string | undefined;
  readonly location: string | undefined;
  /** The server's clock. */
  readonly date: string | undefined;
  /** The compression of the body, if it could not be undone. */
  readonly coding?: string;
}

/** One HTTP request, ready to be sent, but for the token, which the client adds where it belongs. */
export interface WireRequest {
  readonly method: 'GET' | 'POST';
  /** Below the base URL, with its query but without the token: `/office/api/updateCustomer?id=1001`. */
  readonly path: string;
  readonly contentType: string | undefined;
  readonly body: string | undefined;
  /** The place for the token (API document 5.2). */
  readonly token: 'query' | 'form';
  /** A connection of its own, not shared and not kept (bookings). */
  readonly freshConnection: boolean;
}

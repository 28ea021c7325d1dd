/**
 * The result of sending one HTTP request. `answered`: the response is complete. `broken`: a status arrived, then the
 * body broke off, was too large or could not be decompressed. `not-sent`: it is proved that nothing was sent.
 * `no-answer`: a connection existed, and no usable response came. `not-http`: the response was not HTTP.
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
      /** A description with the code and the proxy. */
      readonly detail: string;
      /** The code of Node or of OpenSSL, if there is one. */
      readonly code?: string;
      /** The host and port of the proxy, if the connection to it or through it failed. */
      readonly proxy?: string;
    }
  | { readonly kind: 'no-answer'; readonly why: 'timeout' | 'closed' }
  /** `body`: the first bytes of the data, if they are known. */
  | { readonly kind: 'not-http'; readonly body?: Uint8Array };

/** The headers of a response that this program uses. */
export interface ReplyHeaders {
  readonly contentType: string | undefined;
  readonly retryAfter: string | undefined;
  readonly location: string | undefined;
  /** The server's clock. */
  readonly date: string | undefined;
  /** The compression of the body, if it could not be decompressed. */
  readonly coding?: string;
}

/** One HTTP request, complete except for the token, which the client adds. */
export interface WireRequest {
  readonly method: 'GET' | 'POST';
  /** The path below the base URL, with its query but without the token: `/office/api/updateCustomer?id=1001`. */
  readonly path: string;
  readonly contentType: string | undefined;
  readonly body: string | undefined;
  /** The place for the token (API document 5.2). */
  readonly token: 'query' | 'form';
  /** True for a connection of its own, neither shared nor kept (bookings). */
  readonly freshConnection: boolean;
}

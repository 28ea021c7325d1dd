/** One complete HTTP request to a source. Header names are in lower case; repeated headers stay separate. */
export interface IncomingRequest {
  readonly method: string;
  /** The URL as received, with its query: `/hooks/crm?a=1`. */
  readonly url: string;
  /** Pairs in the order received. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** One HTTP request to a source, after its bytes are in. Header names are lower case; repeated headers stay apart. */
export interface IncomingRequest {
  readonly method: string;
  /** As received, with its query: `/hooks/crm?a=1`. */
  readonly url: string;
  /** Pairs in the order received. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

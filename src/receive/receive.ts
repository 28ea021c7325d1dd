import type { AcceptedRequest } from '../inbox/event.ts';
import type { NewRefusal } from '../inbox/store.ts';

/** One HTTP request to a source, after its bytes are in. Header names are lower case; repeated headers stay apart. */
export interface IncomingRequest {
  readonly method: string;
  /** As received, with its query: `/hooks/crm?a=1`. */
  readonly url: string;
  /** Pairs in the order received. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** What came of reading one webhook. */
export type Received =
  | { readonly kind: 'accepted'; readonly request: AcceptedRequest }
  /** Refused at the door: kept, and answered with its status. */
  | { readonly kind: 'refused'; readonly status: 400 | 401 | 405 | 413 | 415; readonly refusal: NewRefusal };

import { codes, type DiagnosticCode } from '../../diagnostics/codes.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Severity } from '../../diagnostics/severity.ts';
import type { CallView, EventView, Status } from '../../inbox/event.ts';

/** What became of an event, as its sender may know it. */
export interface OutcomeView {
  readonly id: string;
  readonly status: Status;
  readonly diagnostics: readonly PublicDiagnostic[];
  readonly calls: readonly PublicCall[];
}

/** A diagnostic without anything that came with an event or in an answer: the words are those of its code. */
export interface PublicDiagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly hint: string;
  /** Where in the planned call: `additionalFields.birthdate`. It is made of names in a mapping. */
  readonly path?: string;
}

/** A call without any value but its results. */
type PublicCall = Pick<
  CallView,
  'mapping' | 'operation' | 'status' | 'result' | 'action' | 'url' | 'customerId'
>;

/** How much is shown of the calls: their results, or only their status. */
export type OutcomeDetail = 'results' | 'status';

/**
 * What the sender of an event may know of it: no answer of the API, no value of a customer, no file of this machine.
 * The messages of diagnostics quote what they are about (a value of the payload, a choice of the account, what the API
 * said), so they stay in `/api`, and the title and the advice of the code take their place.
 */
export function outcomeView(
  { id, status, diagnostics, calls }: EventView,
  detail: OutcomeDetail,
): OutcomeView {
  return {
    id,
    status,
    diagnostics: diagnostics.map(publicDiagnostic),
    calls: calls.map(call => publicCall(call, detail)),
  };
}

/** A diagnostic in the words of its code. */
export function publicDiagnostic({ code, severity, path }: Diagnostic): PublicDiagnostic {
  // A store may hold a code of a newer version.
  const { title, advice } = codes[code] ?? unknownCode;
  return { code, severity, message: title, hint: advice, ...(path !== undefined && { path }) };
}

const unknownCode = {
  title: 'Something that this version does not know',
  advice: 'Ask the operator of the bridge.',
};

/** What of a call its sender may know. */
export function publicCall(call: CallView, detail: OutcomeDetail): PublicCall {
  const { mapping, operation, status } = call;
  if (detail === 'status') return { mapping, operation, status };
  const { result, action, url, customerId } = call;
  return {
    mapping,
    operation,
    status,
    ...(isWord(result) && { result }),
    ...(isWord(action) && { action }),
    ...(url !== undefined && { url }),
    ...(customerId !== undefined && { customerId }),
  };
}

/** Whether the API used a name here, such as `requirePayment`, and not a text that says more. */
function isWord(text: string | undefined): text is string {
  return text !== undefined && /^[A-Za-z]\w{0,63}$/.test(text);
}

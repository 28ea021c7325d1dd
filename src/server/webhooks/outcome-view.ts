import { codes, type DiagnosticCode } from '../../diagnostics/codes.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Severity } from '../../diagnostics/severity.ts';
import type { CallView, EventView, Status } from '../../inbox/event.ts';

/** The outcome of an event, without data that its sender must not see. */
export interface OutcomeView {
  readonly id: string;
  readonly status: Status;
  readonly diagnostics: readonly PublicDiagnostic[];
  readonly calls: readonly PublicCall[];
}

/** A diagnostic without data of an event or a response: its message is the title of its code. */
export interface PublicDiagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly hint: string;
  /** The place in the planned call: `additionalFields.birthdate`. Its names come from a mapping. */
  readonly path?: string;
}

/** A call without values except its results. */
type PublicCall = Pick<
  CallView,
  'mapping' | 'operation' | 'status' | 'result' | 'action' | 'url' | 'customerId'
>;

/** The details of the calls: their results, or only their status. */
export type OutcomeDetail = 'results' | 'status';

/**
 * Returns the parts of an event that its sender may see: no response of the API, no personal data, no file of this
 * machine. The messages of diagnostics quote values (of the payload, the account, the API), so they stay in `/api`,
 * and are replaced by the title and the advice of the code.
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

/** Returns a diagnostic with the title and advice of its code. */
export function publicDiagnostic({ code, severity, path }: Diagnostic): PublicDiagnostic {
  // The store may contain a code of a newer version.
  const { title, advice } = codes[code] ?? unknownCode;
  return { code, severity, message: title, hint: advice, ...(path !== undefined && { path }) };
}

const unknownCode = {
  title: 'Something that this version does not know',
  advice: 'Ask the operator of the bridge.',
};

/** Returns the parts of a call that its sender may see. */
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

/** True if the text is a code of the API, such as `requirePayment`, and not a longer text. */
function isWord(text: string | undefined): text is string {
  return text !== undefined && /^[A-Za-z]\w{0,63}$/.test(text);
}

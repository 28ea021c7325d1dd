import { codes, type DiagnosticCode } from '../../diagnostics/codes.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Severity } from '../../diagnostics/severity.ts';
import type { CallView, EventView, Status } from '../../inbox/event.ts';

/** What became of an event, as whoever posted it may know it. */
export interface OutcomeView {
  readonly id: string;
  readonly status: Status;
  readonly diagnostics: readonly ToldDiagnostic[];
  readonly calls: readonly ToldCall[];
}

/** A diagnostic without anything that came with an event or in an answer: the words are those of its code. */
export interface ToldDiagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly hint: string;
  /** Where in the planned call: `additionalFields.birthdate`. It is made of names in a mapping. */
  readonly path?: string;
}

type ToldCall = Pick<
  CallView,
  'mapping' | 'operation' | 'status' | 'result' | 'action' | 'url' | 'customerId'
>;

/** How much is told of the calls: what they gave, or only how they stand. */
export type Telling = 'gains' | 'standing';

/**
 * What is told of an event to whoever posted it: no answer of the API, no value of a customer, no file of this machine.
 * The messages of diagnostics quote what they are about (a value of the payload, a choice of the account, what the API
 * said), so they stay in `/api`, and the title and the advice of the code take their place.
 */
export function outcomeView({ id, status, diagnostics, calls }: EventView, telling: Telling): OutcomeView {
  return {
    id,
    status,
    diagnostics: diagnostics.map(told),
    calls: calls.map(call => toldCall(call, telling)),
  };
}

function told({ code, severity, path }: Diagnostic): ToldDiagnostic {
  // A store may hold a code of a newer version.
  const { title, advice } = codes[code] ?? unknownCode;
  return { code, severity, message: title, hint: advice, ...(path !== undefined && { path }) };
}

const unknownCode = {
  title: 'Something that this version does not know',
  advice: 'Ask the operator of the bridge.',
};

function toldCall(call: CallView, telling: Telling): ToldCall {
  const { mapping, operation, status } = call;
  if (telling === 'standing') return { mapping, operation, status };
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

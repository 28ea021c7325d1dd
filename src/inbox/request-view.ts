import { type Call, changeText, consentNames, detailNames } from './call.ts';

/** A call for display and for programs: the API's own parameter names, every value a text, no token. */
export interface RequestView {
  operation: Call['operation'];
  [parameter: string]: string | Record<string, string>;
}

/** Returns a call with the API's own parameter names (API document 4.1, 4.2). A cleared value is the empty text. */
export function requestView(call: Call): RequestView {
  const view: RequestView = { operation: call.operation };
  if (call.operation === 'updateCustomer') {
    view.id = call.id.text;
    if (call.note) view.note = changeText(call.note);
  } else {
    view.appointmentId = call.appointmentId.text;
    if (call.appointmentParticipantId) view.appointmentParticipantId = call.appointmentParticipantId.text;
    if ('number' in call.customer) view.customerId = call.customer.number.text;
    else for (const name of detailNames) assign(view, name, call.customer.details[name]?.text);
    for (const name of consentNames) assign(view, name, call.consents[name]?.text);
    assign(view, 'appointmentParticipant.customerComment', call.customerComment?.text);
  }
  assign(view, 'customerStatus', call.customerStatus?.text);
  if (call.additionalFields.length > 0) {
    view.additionalFields = Object.assign(
      Object.create(null),
      Object.fromEntries(call.additionalFields.map(field => [field.key, changeText(field.change)])),
    );
  }
  return view;
}

function assign(view: RequestView, name: string, text: string | undefined): void {
  if (text !== undefined) view[name] = text;
}

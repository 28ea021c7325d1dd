import type { Call } from '../call.ts';
import type { PersonAbout } from '../event.ts';
import { storedCall } from '../stored/stored-call.ts';

/** The columns of a call's row about its person. */
export interface AboutViewRow {
  customer_id: string | null;
  link_id: string | null;
  request: string | null;
}

/** Whom an event is about, as far as its calls say: by number, else by the name or the address of a booking, else by its link. */
export function personAbout(
  calls: readonly (AboutViewRow & { readonly bookedAs?: string | undefined })[],
): PersonAbout | undefined {
  let about: PersonAbout = {};
  for (const { customer_id, link_id, request, bookedAs } of calls) {
    const sent = request === null ? {} : personSent(storedCall.read(request));
    const customerId = bookedAs ?? customer_id ?? undefined;
    about = {
      ...(link_id !== null && { link: link_id }),
      ...sent,
      ...(customerId !== undefined && { customerId }),
      ...about,
    };
  }
  return Object.keys(about).length === 0 ? undefined : about;
}

function personSent(call: Call): PersonAbout {
  if (call.operation === 'updateCustomer') return { customerId: call.id.text };
  if ('number' in call.customer) return { customerId: call.customer.number.text };
  const { firstName, name, email } = call.customer.details;
  const whole = [firstName?.text, name?.text].filter(Boolean).join(' ');
  return { ...(whole !== '' && { name: whole }), ...(email && { email: email.text }) };
}

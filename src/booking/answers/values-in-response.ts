import type { EventView } from '../../inbox/event.ts';
import { asObject, field, textField } from './answer-body.ts';

/** The values of a customer after an update, as far as its stored response shows them (API document 2.2). */
export interface ValuesInResponse {
  /** By the keyName of the field. */
  readonly fields: ReadonlyMap<string, string>;
  readonly mobile?: string;
}

/** Returns the values of the customer that the last update of an event reached. A long response is stored in part: it shows none. */
export function valuesInResponse({ calls }: Pick<EventView, 'calls'>): ValuesInResponse {
  const updates = calls.filter(each => each.operation === 'updateCustomer' && each.status === 'delivered');
  const attempts = updates.flatMap(each => each.attempts);
  const body = attempts.findLast(({ outcome }) => outcome.startsWith('done '))?.body ?? '';
  const customer = asObject(parsed(body));
  const fields = field(customer, 'additionalFields');
  const values = (Array.isArray(fields) ? fields : []).flatMap((each): readonly [string, string][] => {
    const [key, value] = [field(asObject(each), 'key'), field(asObject(each), 'value')];
    return typeof key === 'string' && typeof value === 'string' ? [[key, value]] : [];
  });
  const mobile = textField(customer, 'genderType') === 'KID' ? undefined : textField(customer, 'mobile');
  return { fields: new Map(values), ...(mobile !== undefined && { mobile }) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

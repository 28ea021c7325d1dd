import { onceFor } from '../../diagnostics/once-for.ts';
import { placedPaths } from '../../expressions/placed-paths.ts';
import { ownValue } from '../../expressions/plain-value.ts';
import { isPlainObject } from '../../receive/answers/inside.ts';
import { expressionUses } from '../expression-uses.ts';
import type { Mapping } from '../mapping.ts';
import { compactKey } from './event-type-keys.ts';
import { wordSet } from './record-words.ts';

/** The state of an order in an event. */
interface OrderSign {
  readonly at: string;
  readonly key: string;
  readonly value: unknown;
  readonly says: OrderSays;
}

/** The meaning of a state: the order came to nothing, or nobody has paid yet. */
export type OrderSays = 'unpaid' | 'not-paid-yet';

/**
 * Returns the state of an order that was canceled or refunded, or that nobody has paid yet: its payload has the amounts as
 * before.
 */
export function signsOfOrder(payload: unknown): readonly OrderSign[] {
  if (!isPlainObject(payload)) return [];
  const keys = Object.keys(payload).slice(0, mostKeys);
  const orders = [
    ...(keys.some(key => orderKeys.has(compactKey(key))) ? [{ before: '', order: payload }] : []),
    ...keys
      .filter(key => orderNames.has(compactKey(key)))
      .map(key => ({ before: `${key}.`, order: ownValue(payload, key) })),
  ];
  return orders.flatMap(({ before, order }) =>
    isPlainObject(order)
      ? Object.entries(order).flatMap(([key, value]) => {
          const says =
            orderStates.has(compactKey(key)) && typeof value === 'string' ? stateOf(value) : undefined;
          return says ? [{ at: `${before}${key}`, key, value, says }] : [];
        })
      : [],
  );
}

/**
 * True if a mapping sends what was ordered or the amount, which somebody gets only after paying. Their name and address are
 * right before that. Every event of an order passes here.
 */
export const sendsGoods = onceFor((mapping: Mapping): boolean =>
  expressionUses(mapping).some(
    ({ path, expression }) =>
      path !== 'when' &&
      path !== 'link' &&
      placedPaths(expression).some(({ steps }) => steps.some(step => goods.has(compactKey(step)))),
  ),
);

const goods = wordSet(
  'lineitems items orderitems products product total totalprice ordertotal amount subtotal positionen bestellpositionen artikel summe betrag',
);

function stateOf(value: string): OrderSays | undefined {
  const state = compactKey(value);
  if (unpaid.has(state)) return 'unpaid';
  return notPaidYet.has(state) ? 'not-paid-yet' : undefined;
}

const orderKeys = wordSet(
  'lineitems orderkey ordernumber orderno ordertotal totalprice bestellnummer bestellpositionen auftragsnummer',
);
const orderNames = wordSet('order bestellung commande auftrag');
const orderStates = wordSet(
  'status state orderstatus financialstatus paymentstatus bestellstatus zahlungsstatus',
);
const unpaid = wordSet(
  'cancelled canceled refunded failed voided chargeback storniert erstattet annulé annulée remboursé remboursée geannuleerd terugbetaald',
);
const notPaidYet = wordSet(
  'pending pendingpayment awaitingpayment unpaid onhold checkoutdraft ausstehend offen unbezahlt enattente impayé impayée openstaand',
);
const mostKeys = 200;

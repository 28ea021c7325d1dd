import { onceFor } from '../../../diagnostics/once-for.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { placedPaths } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { expressionUses } from '../../expression-uses.ts';
import type { Mapping } from '../../mapping.ts';
import { compactKey, isTypeContainer } from './event-type-keys.ts';
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
  return ordersIn(payload, []).flatMap(({ steps, order }) =>
    Object.entries(order)
      .slice(0, mostKeys)
      .flatMap(([key, value]) => {
        const says =
          orderStates.has(compactKey(key)) && typeof value === 'string' ? stateOf(value) : undefined;
        return says ? [{ at: pathText([...steps, key]), key, value, says }] : [];
      }),
  );
}

/** Returns the objects of a payload that are orders by their keys or their names, also in the object of the event. */
function ordersIn(
  object: unknown,
  steps: readonly string[],
): readonly { readonly steps: readonly string[]; readonly order: object }[] {
  if (!isPlainObject(object)) return [];
  const keys = Object.keys(object).slice(0, mostKeys);
  const [above = ''] = steps.slice(-1);
  const isOrder =
    orderNames.has(compactKey(above)) ||
    keys.some(key => orderKeys.has(compactKey(key))) ||
    (keys.some(key => amounts.has(compactKey(key))) && keys.some(key => paymentStates.has(compactKey(key))));
  const inner = keys.filter(
    key =>
      steps.length < deepest && (orderNames.has(compactKey(key)) || isTypeContainer(key) || key === 'object'),
  );
  return [
    ...(isOrder ? [{ steps, order: object }] : []),
    ...inner.flatMap(key => ordersIn(ownValue(object, key), [...steps, key])),
  ];
}

const deepest = 3;

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
  'lineitems items orderitems products product total totalprice ordertotal amount subtotal positionen bestellpositionen artikel summe betrag ' +
    'amounttotal totalamount amountpaid amountdue amountsubtotal amountreceived balance gesamtbetrag montant bedrag importe importo',
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
const amounts = wordSet(
  'amount total amounttotal totalamount amountpaid amountdue subtotal summe betrag gesamtbetrag montant bedrag importe importo',
);
const paymentStates = wordSet(
  'financialstatus paymentstatus paymentstate zahlungsstatus bezahlstatus invoicestatus rechnungsstatus betaalstatus statutpaiement',
);
const orderStates = new Set([...wordSet('status state orderstatus bestellstatus'), ...paymentStates]);
const unpaid = wordSet(
  'cancelled canceled refunded failed voided chargeback storniert erstattet annulé annulée remboursé remboursée geannuleerd terugbetaald',
);
const notPaidYet = wordSet(
  'pending pendingpayment awaitingpayment unpaid onhold checkoutdraft ausstehend offen unbezahlt enattente impayé impayée openstaand overdue pastdue notpaid requirespaymentmethod requiresaction überfällig fällig impaga impagado nonpagato',
);
const mostKeys = 200;

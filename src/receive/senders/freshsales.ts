import type { KnownSender } from './known-sender.ts';

/** Webhooks of Freshsales' workflows, written by their author: JSON, XML or a form. Unsigned, no id. */
export const freshsales: KnownSender = {
  preset: {
    name: 'freshsales',
    title: 'Freshsales (Freshworks CRM)',
    alsoCalled: { freshworks: null, 'freshworks-crm': null, freshmarketer: null },
    verify: [{ type: 'header-token', name: 'Authorization', prefix: 'Bearer ' }],
    occurredAt: 'updated_at',
    setup: [
      'In Freshsales open Admin Settings, Workflows, and make one for the record type Contact that runs when it is updated. As its condition, name the fields that matter.',
      'As the action choose "Trigger webhook" with the request type POST and {url} as the callback URL.',
      'Open "Custom headers", enter {"Authorization": "Bearer YOUR-SECRET"}[[, and put the same secret in `secret:` of this source]].',
      'Choose the encoding JSON and the content "Advanced", and write one line for each field that the mapping reads, taking the placeholders from the list: {"customer_number": "...", "updated_at": "..."}. With "Simple", Freshsales chooses the names, not you.',
      'Freshsales inserts values unchanged: a quotation mark or a line break in a note makes the JSON unreadable (it is kept under /api/refusals). Leave such fields out, or choose the encoding XML or form.',
    ],
  },
};

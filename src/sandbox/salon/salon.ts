import { type Account, type ApiToken, addCustomer, type ReservationKind } from './account.ts';
import { addReservations } from './reservations.ts';
import { salonCustomers } from './salon-customers.ts';
import { salonFields } from './salon-fields.ts';

/** The locations of the seed. */
export const locations = [
  { id: 1, name: 'Salon Sonnenschein Mitte' },
  { id: 2, name: 'Salon Sonnenschein Nord' },
] as const;

/** The API accesses of the seed, by name; they are valid only in this sandbox. */
export const seedTokens: readonly ApiToken[] = [
  { name: 'mitte', value: 'sandbox-mitte-5wR8nKq2', locationId: 1, expiresAt: null },
  { name: 'nord', value: 'sandbox-nord-3hT7vLx9', locationId: 2, expiresAt: null },
  { name: 'expired', value: 'sandbox-expired-8pZ1cMd4', locationId: 1, expiresAt: 0 },
];

/** The customer status names of the seed. */
export const seedStatuses = ['Interessent', 'Neukunde', 'Stammkunde', 'VIP', 'Inaktiv', 'Gesperrt'] as const;

/**
 * Creates Salon Sonnenschein in its initial state; all people are invented.
 *
 * Customers 1001 to 1014. 1001 to 1009 belong to Mitte, 1010 to 1012 to Nord, 1013 to both, 1014 was deleted.
 *
 * Reservations, always with these identifiers (see `reservationIds`), all at Mitte but the last two:
 *
 * | appointmentId    | appointmentParticipantId | comes to                 |
 * | ---------------- | ------------------------ | ------------------------ |
 * | apt-5fzz9iB0zIbv | par-IRidsn8Etj1j         | completed                |
 * | apt-VSki53YU0Wt7 | par-kNxqkL4W9kkB         | completed                |
 * | apt-JITeN89ijBFI | par-rhXSGFZBaNT6         | completed                |
 * | apt-sbVX5r6YsSb1 | par-y1owJv0i1MXr         | completed                |
 * | apt-pThce2waCspf | par-M4IzoyHZc8Oz         | completed                |
 * | apt-m5lfU69PkyHq | par-Z4pwBhrayBjI         | completed                |
 * | apt-Ej9XkqY1lAYI | par-Nbozi7TihutM         | requirePayment           |
 * | apt-hjqip6FyLDgv | par-gLhOUkelSVYz         | requirePayment           |
 * | apt-MyheNb6rdORm | par-2oRaOlna30ad         | requireTAN               |
 * | apt-dvu5XoAli367 | par-qjwrcEbbJZzh         | ERROR appointmentInvalid |
 * | apt-d7YjkBgNiKRv | par-uNUZjmqNsUCO         | completed (Nord)         |
 * | apt-Lzl4PVlmk1VD | par-eLMUk5UuniAt         | completed (Nord)         |
 */
export function openSalon(): Account {
  const account: Account = {
    locations,
    tokens: seedTokens,
    statuses: seedStatuses,
    fields: salonFields(),
    customers: new Map(),
    reservations: new Map(),
    people: new Map(),
    nextCustomerId: 1001,
    reservationsMade: 0,
  };
  for (const customer of salonCustomers(1001)) addCustomer(account, customer);
  for (const [kind, locationId, count] of reservations) addReservations(account, count, kind, locationId);
  return account;
}

const reservations: readonly (readonly [ReservationKind, number, number])[] = [
  ['plain', 1, 6],
  ['payment', 1, 2],
  ['tan', 1, 1],
  ['error', 1, 1],
  ['plain', 2, 2],
];

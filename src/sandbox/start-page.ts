import { controlNames } from './control/control.ts';
import type { World } from './world.ts';

/** Describes the sandbox and its use, as plain text for people. */
export function startPage({ account, baseUrl }: World): string {
  const plain = [...account.reservations.values()].find(
    ({ kind, state }) => kind === 'plain' && state === 'reserved',
  );
  const [token] = account.tokens;
  const api = `${baseUrl}/office/api`;
  const tokens = account.tokens.map(({ name, value, locationId }) => {
    const location = account.locations.find(({ id }) => id === locationId)?.name;
    return `  ${name.padEnd(9)} ${value.padEnd(26)} ${location}`;
  });
  return `The sandbox: a simulated account of the protected booking API
==============================================================

Everything here is invented and kept in memory only. Nothing is sent to anybody.

API tokens (each opens one location; "expired" is refused until it is renewed)

${tokens.join('\n')}

The protected API

  GET   ${api}/additionalCustomerFields
        ?token=...&locale=en
  POST  ${api}/updateCustomer?token=...&id=1001
  POST  ${api}/persistCustomerData

  TOKEN=${token?.value}

  curl "${api}/additionalCustomerFields?token=$TOKEN"

  curl "${api}/updateCustomer?token=$TOKEN&id=1001" \\
    -H 'Content-Type: application/json' \\
    -d '{"note": "Window seat", "additionalFields": {"allergies": "Nuts"}}'

  curl '${api}/persistCustomerData' \\
    -d token=$TOKEN -d appointmentId=${plain?.appointmentId ?? '<see /sandbox/state>'} \\
    -d customerId=1002 -d privacy=true -d terms=true -d minAge=true

Where the document of the API is silent, the sandbox has chosen: a completed
reservation answers ERROR with reason appointmentInvalid; one that waits for
payment or TAN gives its first answer again; INVALID and ERROR leave a
reservation open; updateCustomer knows no key of a field that belongs to the
appointment; values are stored as sent, whatever validatorRegexp and selectItems
say; JSON values must be texts; an error body is {"error": "..."}.

Looking inside (JSON): GET ${baseUrl}/sandbox/...

  state              customers, reservations, fields, statuses, counts
  customers/1001     one customer, with every update that was applied, in order
  reservations/<id>  one reservation
  calls?after=0      what was received, and what became of it
  faults             the faults in force

Changing it (JSON): POST ${baseUrl}/sandbox/<name>, where <name> is
${controlNames.join(', ')}

  reservations  {"count": 3, "kind": "plain"}
                kind: plain, payment, tan, error; also "location": 2
  customers     {"firstName": "Nora", "lastName": "Beispiel"}
                {"action": "delete", "id": 1002}
  fields        {"action": "add", "keyName": "shoe.size", "type": "text"}
                {"action": "rename", "keyName": "allergies", "to": "allergy"}
                {"action": "change", "keyName": "interests",
                 "selectItems": ["Haarschnitt"]}
                {"action": "archive", "keyName": "newsletter"}    also: restore
  statuses      {"action": "add", "name": "Premium"}
                also: rename with "to", remove
  tokens        {"action": "expire", "name": "mitte"}
                also: renew, with "value" for a new secret
  reset         back to the start, faults and counts too

Faults: POST ${baseUrl}/sandbox/faults with one rule or a list;
the first rule that fits a call is used. DELETE there ends them all.

  which calls   "operation", "key" (customer number or appointmentId),
                "times", "probability" (0 to 1)
  the account   "when": "before" (default: nothing is changed)
                or "after" (changed, then the answer is spoiled)
  lateness      "delayMs", alone or with any other
  the answer    "status" with "body" and "headers"; "token": "expired";
                "html", "empty", "wrongId", "oversized": true
  its way       "reset" (RST), "close" (FIN), "stall" (headers, then nothing),
                "garbage" (no HTTP): true; "cut": N (bytes of the body), also
                with "closeDelimited", "reset" or "stall": true

  curl '${baseUrl}/sandbox/faults' \\
    -d '{"operation": "updateCustomer", "status": 503, "times": 2}'
  curl '${baseUrl}/sandbox/faults' \\
    -d '{"operation": "persistCustomerData", "when": "after", "reset": true}'
  curl -X DELETE '${baseUrl}/sandbox/faults'
`;
}

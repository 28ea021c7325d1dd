import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { describeFault, type FaultRule, spoils, takeFault } from '../control/faults.ts';
import type { OpenCall, SimulatedOperation } from '../journal.ts';
import { type Account, type ApiToken, isExpired } from '../salon/account.ts';
import { type AccountField, activeFields, type FieldListing } from '../salon/additional-field.ts';
import { sendInterim, sendSpoiled, sendWholeAnswer } from '../send-answer.ts';
import type { World } from '../world.ts';
import { accessDenied, type Decision, jsonAnswer } from './answer.ts';
import { persistCustomerData } from './persist-customer-data.ts';
import { type ApiRequest, parameter, parseRequest, readRequestBody } from './read-request.ts';
import { updateCustomer } from './update-customer.ts';

/** The method of each operation (API document 4). */
export const methodOf: Readonly<Record<SimulatedOperation, 'GET' | 'POST'>> = {
  persistCustomerData: 'POST',
  updateCustomer: 'POST',
  additionalCustomerFields: 'GET',
};

/**
 * Serves one call of the protected API: reads it, records it, applies a fault, decides, changes the account, responds.
 * Nothing else happens between the decision and the change, so the calls take effect one after another.
 */
export async function serveCall(
  world: World,
  operation: SimulatedOperation,
  url: URL,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readRequestBody(incoming);
  if (body === null) {
    sendWholeAnswer(response, { status: 413, contentType: 'text/plain', body: 'Payload too large' });
    return;
  }
  const request = parseRequest(url, incoming.headers['content-type'], body);
  const call = receive(world, operation, request);
  const fault = takeFault(world.faults, operation, call.call.key, world.random);
  if (fault?.when !== 'after') await delay(world, fault);
  const decision = decide(world, operation, request, call);
  const spoiling = fault !== undefined && spoils(fault);
  const applied = decision.apply !== null && (!spoiling || fault.when === 'after');
  if (applied) decision.apply?.();
  call.decided(decision.outcome, applied, fault === undefined ? null : describeFault(fault));
  world.log(logLine(call));
  if (fault?.when === 'after') await delay(world, fault);
  if (fault?.status !== undefined && fault.status < 200) sendInterim(response, fault.status, fault.headers);
  if (spoiling) sendSpoiled(response, decision.answer, fault, call.call.key);
  else sendWholeAnswer(response, decision.answer, () => call.answered());
}

function receive(world: World, operation: SimulatedOperation, request: ApiRequest): OpenCall {
  const at = world.clock.now();
  return world.journal.receive({
    at,
    operation,
    key: businessKey(operation, request),
    token: findToken(world.account, operation, request, at)?.name ?? null,
    parameters: sentParameters(request),
  });
}

function businessKey(operation: SimulatedOperation, request: ApiRequest): string | null {
  if (operation === 'persistCustomerData') return parameter(request, 'appointmentId');
  if (operation === 'updateCustomer') return request.query.get('id')?.replace(/^0+(?=\d)/, '') ?? null;
  return null;
}

/** Returns the API access of the token. Only persistCustomerData accepts a token in the body (API document 5.2). */
function findToken(
  account: Account,
  operation: SimulatedOperation,
  request: ApiRequest,
  at: number,
): ApiToken | undefined {
  const sent = operation === 'persistCustomerData' ? parameter(request, 'token') : request.query.get('token');
  const token = account.tokens.find(({ value }) => value === sent);
  return token === undefined || isExpired(token, at) ? undefined : token;
}

function sentParameters(request: ApiRequest): Readonly<Record<string, unknown>> {
  const parameters = [...request.query, ...request.form].filter(([name]) => name !== 'token');
  // The first value of a repeated name counts.
  return {
    ...Object.fromEntries(parameters.reverse()),
    ...(request.json !== null && jsonParameters(request.json)),
  };
}

function jsonParameters(json: string): Readonly<Record<string, unknown>> {
  try {
    const { note, customerStatus, additionalFields } = Object(JSON.parse(json));
    return { note, customerStatus, additionalFields };
  } catch {
    return {};
  }
}

function decide(world: World, operation: SimulatedOperation, request: ApiRequest, call: OpenCall): Decision {
  const { account, journal, baseUrl } = world;
  const at = world.clock.now();
  const token = findToken(account, operation, request, at);
  if (token === undefined) return { answer: accessDenied, outcome: accessDenied.body, apply: null };
  switch (operation) {
    case 'persistCustomerData':
      return persistCustomerData(account, request, token.locationId, { baseUrl, at });
    case 'updateCustomer':
      return updateCustomer(account, request, token.locationId, at, update =>
        journal.logUpdate({ call: call.call.number, ...update }),
      );
    case 'additionalCustomerFields':
      return additionalCustomerFields(account, request, token.locationId);
  }
}

async function delay(world: World, fault: FaultRule | undefined): Promise<void> {
  if (fault?.delayMs !== undefined) await wait(fault.delayMs, undefined, { signal: world.closing });
}

function logLine({ call }: OpenCall): string {
  const fault = call.fault === null ? '' : `, fault: ${call.fault}`;
  const subject = [`#${call.number}`, call.operation, call.key].filter(part => part !== null).join(' ');
  return `${subject}: ${call.outcome}${call.applied ? ', applied' : ''}${fault}`;
}

/**
 * additionalCustomerFields (API document 4.3): the active fields of the token's location, ordered by listOrder. Their
 * name, description and errorMessage are in the language of `locale` if they are translated. Only the language of a
 * locale such as `en-GB` counts.
 */
function additionalCustomerFields(account: Account, request: ApiRequest, locationId: number): Decision {
  const language = (parameter(request, 'locale') ?? '').split(/[-_]/)[0]?.toLowerCase() ?? '';
  const listing = activeFields(account.fields, locationId).map(field => translated(field, language));
  return { answer: jsonAnswer(200, listing), outcome: `${listing.length} fields`, apply: null };
}

function translated(field: AccountField, language: string): FieldListing {
  const { translations, archived, ...listing } = field;
  return { ...listing, ...translations[language] };
}

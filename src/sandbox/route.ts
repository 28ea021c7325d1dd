import type { IncomingMessage, ServerResponse } from 'node:http';
import { jsonAnswer, type SandboxAnswer, textAnswer } from './api/answer.ts';
import { readRequestBody } from './api/read-request.ts';
import { methodOf, serveCall } from './api/serve-call.ts';
import { control, controlNames, isControl } from './control/control.ts';
import { viewCustomerWithUpdates, viewReservation, viewState } from './inspection.ts';
import { simulatedOperations } from './journal.ts';
import { sendWholeAnswer } from './send-answer.ts';
import { startPage } from './start-page.ts';
import type { World } from './world.ts';

/** Responds to one HTTP request: a call of the protected API, the control surface, or a page for people. */
export async function route(world: World, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = readUrl(request);
  if (url === undefined) return sendWholeAnswer(response, textAnswer(400, 'The address is not readable.'));
  const operation = simulatedOperations.find(name => url.pathname === `/office/api/${name}`);
  if (operation === undefined) return sendWholeAnswer(response, await answerOther(world, url, request));
  if (request.method !== methodOf[operation]) {
    response.setHeader('allow', methodOf[operation]);
    return sendWholeAnswer(response, textAnswer(405, `${operation} takes ${methodOf[operation]}`));
  }
  await serveCall(world, operation, url, request, response);
}

function readUrl(request: IncomingMessage): URL | undefined {
  // The URL is made absolute by concatenation: otherwise "//x" would be another host, not a path.
  const target = `http://sandbox${request.url?.startsWith('/') ? '' : '/'}${request.url ?? ''}`;
  return URL.canParse(target) ? new URL(target) : undefined;
}

async function answerOther(world: World, url: URL, request: IncomingMessage): Promise<SandboxAnswer> {
  const [area = '', name = '', id = ''] = url.pathname.slice(1).split('/');
  if (area === 'sandbox' && request.method === 'POST' && isControl(name)) {
    return answerControl(world, name, await readRequestBody(request));
  }
  if (area === 'sandbox' && request.method === 'DELETE' && name === 'faults') {
    world.faults = [];
    return jsonAnswer(200, { faults: [] });
  }
  if (request.method === 'GET') return answerGet(world, url, area, name, decoded(id));
  return notFound();
}

function answerControl(
  world: World,
  name: Parameters<typeof control>[1],
  text: string | null,
): SandboxAnswer {
  let body: unknown;
  try {
    body = text === '' ? {} : JSON.parse(text ?? 'too large');
  } catch {
    return jsonAnswer(400, { error: 'the body is not readable as JSON' });
  }
  const result = control(world, name, body);
  return jsonAnswer('error' in result ? 400 : 200, result);
}

function answerGet(world: World, url: URL, area: string, name: string, id: string): SandboxAnswer {
  if (url.pathname === '/') return textAnswer(200, startPage(world));
  if (area === 'booking' || area === 'payment') return answerPage(world, area, name);
  if (area !== 'sandbox') return notFound();
  if (name === 'customers') return found(viewCustomerWithUpdates(world, Number(id)));
  if (name === 'reservations') {
    const reservation = world.account.reservations.get(id);
    return found(reservation && viewReservation(world, reservation));
  }
  if (name === 'state') return jsonAnswer(200, viewState(world));
  if (name === 'faults') return jsonAnswer(200, { faults: world.faults });
  if (name === 'calls') {
    const after = Number(url.searchParams.get('after') ?? 0);
    return jsonAnswer(200, { calls: world.journal.calls().filter(call => call.number > after) });
  }
  return notFound();
}

/** Returns the page to which the `url` of a booking result leads. */
function answerPage(world: World, area: 'booking' | 'payment', appointmentId: string): SandboxAnswer {
  const reservation = world.account.reservations.get(appointmentId);
  if (reservation === undefined) return notFound();
  return textAnswer(
    200,
    area === 'payment'
      ? 'Here the customer would pay. The sandbox takes no money.\n'
      : `Here the customer would see the appointment. In the sandbox it is ${reservation.state}.\n`,
  );
}

function found(view: object | undefined): SandboxAnswer {
  return view === undefined ? notFound() : jsonAnswer(200, view);
}

function notFound(): SandboxAnswer {
  const views = ['state', 'calls', 'faults', 'customers/<number>', 'reservations/<appointmentId>'];
  return jsonAnswer(404, {
    error: 'nothing is here; see / for what there is',
    get: views.map(name => `/sandbox/${name}`),
    post: controlNames.map(name => `/sandbox/${name}`),
    api: simulatedOperations.map(name => `${methodOf[name]} /office/api/${name}`),
  });
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

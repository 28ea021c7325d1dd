import { isoTime } from '../inbox/clock.ts';
import type { EventView } from '../inbox/event.ts';
import { eventViewSchema } from '../server/api/openapi/answers/event.ts';
import { type JsonSchema, jsonSchemaOf } from '../server/api/openapi/json-schema.ts';
import { maskAnswer } from '../server/api/openapi/mask.ts';
import { publicCall, publicDiagnostic } from '../server/webhooks/outcome-view.ts';

/**
 * Creates a function that writes the message about an event. It contains the event as a reader sees it in `/api`, with
 * masked values, but with the data that `respond: outcome` returns to the sender: the results of calls, and diagnostics
 * with the titles of their codes.
 */
export function outcomeMessages(): (event: EventView, at: number) => string {
  const schemas = new Map<string, JsonSchema>();
  const schema = jsonSchemaOf(eventViewSchema, schemas);
  const document = { components: { schemas: Object.fromEntries(schemas) } };
  return (event, at) => {
    const masked = maskAnswer(document, schema, event, anyName) as EventView;
    const data = {
      ...masked,
      diagnostics: event.diagnostics.map(publicDiagnostic),
      calls: event.calls.map((call, index) => ({
        ...masked.calls[index],
        ...publicCall(call, 'results'),
        diagnostics: call.diagnostics.map(publicDiagnostic),
      })),
    };
    return JSON.stringify({ type: `event.${event.status}`, timestamp: isoTime(at), data });
  };
}

/** Events contain no payload: all their keys are those of mappings and of the API. */
const anyName = () => true;

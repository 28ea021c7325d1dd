import { hash } from 'node:crypto';
import type { SourceConfig } from '../config/config.ts';
import type { DiagnosticCode } from '../diagnostics/codes.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { type Expression, ExpressionFailed, type Scope } from '../expressions/expression.ts';
import type { AcceptedItem } from '../inbox/event.ts';
import { headerTexts } from './header-texts.ts';
import { addOccurredAt } from './occurred-at.ts';
import { findSenderEventId } from './sender-event-id.ts';
import type { VerifiedRequest } from './verify.ts';

/**
 * The events of one webhook: those that came out of an envelope, or the whole body, or the elements that `split`
 * gives. Where `split` or `eventId` fails, the whole body is one event with an error among its diagnostics, so that
 * nothing is lost.
 */
export async function findItems(
  source: SourceConfig,
  request: Pick<VerifiedRequest, 'headers' | 'query' | 'bytes'>,
  body: unknown,
  newId: () => string,
  enveloped?: readonly unknown[],
): Promise<readonly AcceptedItem[]> {
  const bindings = { headers: headerTexts(request.headers), query: request.query, body };
  const whole = (diagnostics: readonly Diagnostic[]): AcceptedItem => ({
    id: newId(),
    contentHash: hash('sha256', request.bytes, 'base64'),
    diagnostics,
  });
  const identify = (item: AcceptedItem, input: unknown) => identifyItem(source, item, { input, bindings });
  try {
    if (!enveloped && !source.split) return [await identify(whole([]), body)];
    const elements =
      enveloped ?? (source.split && (await splitBody(source.split, { input: body, bindings })));
    if (!elements) return [await identify(whole([splitNothing(source)]), body)];
    const items: AcceptedItem[] = [];
    for (const element of elements) {
      const payload = toJson(element);
      const contentHash = hash('sha256', payload, 'base64');
      items.push(await identify({ id: newId(), payload, contentHash, diagnostics: [] }, element));
    }
    return items;
  } catch (error) {
    if (error instanceof IntakeFailed) return [whole([error.diagnostic])];
    throw error;
  }
}

/** Finding the events of a webhook failed; it becomes one failed event. */
class IntakeFailed extends Error {
  override readonly name = 'IntakeFailed';
  readonly diagnostic: Diagnostic;

  constructor(code: DiagnosticCode, message: string) {
    super(message);
    this.diagnostic = diagnostic(code, message);
  }
}

async function splitBody(split: Expression, scope: Scope): Promise<readonly unknown[] | undefined> {
  const result = await failingAs(
    'intake/split-failed',
    '`split` of the source failed',
    split.evaluate(scope),
  );
  if (result === undefined || result === null) return undefined;
  return Array.isArray(result) ? result : [result];
}

async function identifyItem(source: SourceConfig, item: AcceptedItem, scope: Scope): Promise<AcceptedItem> {
  let identified = item;
  if (source.eventId) {
    const senderEventId = await failingAs(
      'intake/event-id-failed',
      '`eventId` of the source failed',
      findSenderEventId(source.eventId, scope),
    );
    if (senderEventId !== undefined) identified = { ...identified, senderEventId };
  }
  if (source.eventType) identified = await addType(source.eventType, identified, scope);
  return source.occurredAt ? addOccurredAt(source.occurredAt, identified, scope) : identified;
}

/** A kind that cannot be found is only noted: nothing depends on it. */
async function addType(eventType: Expression, item: AcceptedItem, scope: Scope): Promise<AcceptedItem> {
  try {
    const found = await eventType.evaluate(scope);
    const type = typeof found === 'string' || typeof found === 'number' ? toType(String(found)) : '';
    return type === '' ? item : { ...item, type };
  } catch (error) {
    if (!(error instanceof ExpressionFailed)) throw error;
    const noted = diagnostic(
      'intake/event-type-failed',
      `\`eventType\` of the source failed: ${error.message}`,
    );
    return { ...item, diagnostics: [...item.diagnostics, noted] };
  }
}

function toType(text: string): string {
  return text
    .slice(0, 200)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ');
}

function splitNothing(source: SourceConfig): Diagnostic {
  return diagnostic(
    'intake/split-nothing',
    `\`split\` (${source.split?.source}) gave nothing, so the whole body became one event.`,
  );
}

function toJson(element: unknown): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(element);
  } catch {
    // A function of JSONata refers to itself.
  }
  if (json !== undefined) return json;
  throw new IntakeFailed('intake/split-failed', '`split` of the source gave a function instead of data.');
}

async function failingAs<T>(code: DiagnosticCode, what: string, result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof ExpressionFailed) throw new IntakeFailed(code, `${what}: ${error.message}`);
    throw error;
  }
}

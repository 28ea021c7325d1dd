import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SourceConfig } from '../../config/config.ts';
import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import { composed } from '../../diagnostics/composed.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { type Expression, ExpressionFailed, type Scope } from '../../expressions/expression.ts';
import { grouped } from '../../expressions/meter.ts';
import { type AcceptedItem, wholePayload } from '../../inbox/event.ts';
import type { VerifiedRequest } from '../verify.ts';
import { addEventType } from './event-type.ts';
import { headerTexts } from './header-texts.ts';
import { jsonFieldFault } from './json-field-fault.ts';
import { objectsAtNumbers } from './numbered.ts';
import { addOccurredAt } from './occurred-at.ts';
import { findSenderEventId } from './sender-event-id.ts';
import { severalEvents } from './several-events.ts';
import { type WrittenItem, writeItems } from './write-items.ts';

/** All items of one webhook may have this many times the characters of its body, within two limits. */
const mostTimesBody = 16;
const enoughItemsLength = 1024 * 1024;
const mostItemsLength = 8 * 1024 * 1024;
/** After this many characters, other work gets its turn. */
const charactersPerTurn = 2_000_000;

/**
 * Returns the events of one webhook: those in its envelope, or the elements that `split` returns, or the
 * whole body. If `split`, `eventId` or `jsonField` fails, the whole body is one event with an error among its
 * diagnostics, so that nothing is lost.
 */
export async function findItems(
  source: SourceConfig,
  request: Pick<VerifiedRequest, 'headers' | 'query' | 'bytes'>,
  received: unknown,
  newId: () => string,
  enveloped?: readonly unknown[],
): Promise<readonly AcceptedItem[]> {
  // Converted to NFC like the expressions of the config, so that a name is found in any Unicode form.
  const body = composed(received);
  const bindings = { headers: headerTexts(request.headers), query: composed(request.query), body };
  const whole = (diagnostics: readonly Diagnostic[]): AcceptedItem => ({
    id: newId(),
    contentHash: hash('sha256', request.bytes, 'base64'),
    diagnostics,
  });
  const identify = (item: AcceptedItem, input: unknown) => identifyItem(source, item, { input, bindings });
  const unread = enveloped ? undefined : jsonFieldFault(body, source);
  if (unread?.severity === 'error') return [whole([unread])];
  const warned = unread ? [unread] : [];
  try {
    if (!enveloped && !source.split)
      return [await identify(whole([...warned, ...severalEvents(body)]), body)];
    const elements =
      enveloped ?? (source.split && (await splitBody(source.split, { input: body, bindings })));
    if (!elements) return [await identify(whole([...warned, splitNothing(source)]), body)];
    const items: AcceptedItem[] = [];
    let sinceTurn = 0;
    for (const [at, { payload, shared }] of written(elements, request.bytes.byteLength).entries()) {
      const text = wholePayload(payload, shared);
      const contentHash = hash('sha256', text, 'base64');
      const item = {
        id: newId(),
        payload,
        contentHash,
        diagnostics: warned,
        ...(shared.length > 0 && { shared }),
      };
      items.push(await identify(item, composed(elements[at])));
      sinceTurn += text.length + 1_000;
      if (sinceTurn < charactersPerTurn) continue;
      sinceTurn = 0;
      await nextTurn();
    }
    return items;
  } catch (error) {
    if (error instanceof IntakeFailed) return [whole([error.diagnostic])];
    throw error;
  }
}

/** The failure to find the events of a webhook, which becomes one failed event. */
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
    split.evaluate(scope, 'items'),
  );
  if (result === undefined || result === null) return undefined;
  return Array.isArray(result) ? result : (objectsAtNumbers(result) ?? [result]);
}

async function identifyItem(source: SourceConfig, item: AcceptedItem, scope: Scope): Promise<AcceptedItem> {
  let identified = item;
  if (source.eventId) {
    const senderEventId = await failingAs(
      'intake/event-id-failed',
      '`eventId` of the source failed',
      findSenderEventId(source.eventId, scope, source.empty),
    );
    if (senderEventId !== undefined) identified = { ...identified, senderEventId };
  }
  if (source.eventType) identified = await addEventType(source.eventType, identified, scope);
  return source.occurredAt ? addOccurredAt(source.occurredAt, identified, scope) : identified;
}

function splitNothing(source: SourceConfig): Diagnostic {
  return diagnostic(
    'intake/split-nothing',
    `\`split\` (${source.split?.source}) gave nothing, so the whole body became one event.`,
  );
}

/**
 * Writes the items and limits their total size: `split` may repeat a part of the body in each item, but must
 * not multiply the body.
 */
function written(elements: readonly unknown[], bodyBytes: number): readonly WrittenItem[] {
  const items = writeItems(elements);
  const most = Math.min(mostItemsLength, Math.max(enoughItemsLength, mostTimesBody * bodyBytes));
  const texts = new Set(items.flatMap(({ shared }) => shared.map(({ json }) => json)));
  let length = 0;
  for (const text of texts) length += text.length;
  for (const { payload } of items) length += payload.length;
  if (length <= most) return items;
  throw new IntakeFailed(
    'intake/split-failed',
    `\`split\` of the source makes ${grouped(length)} characters of a body of ${grouped(bodyBytes)} bytes, which is too much; have it take less into each item.`,
  );
}

async function failingAs<T>(code: DiagnosticCode, what: string, result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof ExpressionFailed) throw new IntakeFailed(code, `${what}: ${error.message}`);
    throw error;
  }
}

import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { type Expression, ExpressionFailed, type Scope } from '../../expressions/expression.ts';
import type { AcceptedItem } from '../../inbox/event.ts';

/**
 * Sets the type of an event, found by `eventType` of its source. A failure is only a warning, since nothing
 * depends on the type.
 */
export async function addEventType(
  expression: Expression,
  item: AcceptedItem,
  scope: Scope,
): Promise<AcceptedItem> {
  try {
    const found = await expression.evaluate(scope);
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

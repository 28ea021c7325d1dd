import {
  type CodeAction,
  CodeActionKind,
  CompletionItemKind,
  DiagnosticSeverity,
  MarkupKind,
  type CompletionList as ProtocolCompletions,
  type Diagnostic as ProtocolDiagnostic,
  type Hover as ProtocolHover,
  type Position as ProtocolPosition,
  type Range as ProtocolRange,
} from 'vscode-languageserver/node';
import type { Severity } from '../../diagnostics/severity.ts';
import type { Action } from '../../language/actions.ts';
import type { CompletionItem, CompletionList } from '../../language/complete/complete.ts';
import type { CompletionKind } from '../../language/complete/cursor-context.ts';
import { plain } from '../../language/described-field.ts';
import type { Hover } from '../../language/hover.ts';
import type { PlacedDiagnostic } from '../../language/service.ts';
import type { Position, Range } from '../../language/text-lines.ts';

/** Converts a position to the protocol, which counts from 0. */
function toPosition({ line, column }: Position): ProtocolPosition {
  return { line: line - 1, character: column - 1 };
}

/** Converts a position of the protocol. */
export function fromPosition({ line, character }: ProtocolPosition): Position {
  return { line: line + 1, column: character + 1 };
}

/** Converts a range to the protocol. */
export function toRange({ start, end }: Range): ProtocolRange {
  return { start: toPosition(start), end: toPosition(end) };
}

/** Converts a range of the protocol. */
export function fromRange({ start, end }: ProtocolRange): Range {
  return { start: fromPosition(start), end: fromPosition(end) };
}

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

/** Converts a diagnostic to that of an editor. */
export function toDiagnostic({ code, severity, message, hint, range }: PlacedDiagnostic): ProtocolDiagnostic {
  return {
    range: toRange(range),
    severity: severities[severity],
    code,
    source: 'fieldbridge',
    message: hint === undefined ? message : `${message}\n${hint}`,
  };
}

const kinds: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  key: CompletionItemKind.Property,
  value: CompletionItemKind.Value,
  field: CompletionItemKind.Field,
  choice: CompletionItemKind.EnumMember,
  status: CompletionItemKind.EnumMember,
  name: CompletionItemKind.Reference,
  path: CompletionItemKind.Variable,
  answer: CompletionItemKind.Variable,
  variable: CompletionItemKind.Variable,
  function: CompletionItemKind.Function,
  file: CompletionItemKind.File,
  code: CompletionItemKind.Constant,
};

/** Converts completions to an editor's list. */
export function toCompletions({ items, incomplete }: CompletionList): ProtocolCompletions {
  return {
    isIncomplete: incomplete,
    items: items.map((item, index) => ({
      label: item.label,
      kind: kinds[item.kind],
      // The order of the list is kept: otherwise an editor would sort by label.
      sortText: String(index).padStart(4, '0'),
      textEdit: { range: toRange(item.insert.range), newText: item.insert.text },
      ...(item.filter !== undefined && { filterText: item.filter }),
      ...detailsOf(item),
    })),
  };
}

function detailsOf({ detail, example, documentation }: CompletionItem) {
  const words = [detail, example === undefined ? undefined : `e.g. ${example}`].filter(Boolean).join(', ');
  return {
    ...(words !== '' && { detail: words }),
    ...(documentation !== undefined && {
      documentation: { kind: MarkupKind.Markdown, value: documentation },
    }),
  };
}

/** Converts a hover text, with values of the newest events below it. */
export function toHover(said: Hover | undefined): ProtocolHover | null {
  if (!said) return null;
  const values = (said.values ?? []).map(({ event, value }) => `- ${plain(value)} (${plain(event)})`);
  const parts = [said.contents, values.length === 0 ? '' : `In the last events:\n\n${values.join('\n')}`];
  const value = parts.filter(Boolean).join('\n\n');
  return { range: toRange(said.range), contents: { kind: MarkupKind.Markdown, value } };
}

/** Converts a fix to an action that an editor offers. */
export function toAction({ title, preferred, edits }: Action, uri: string): CodeAction {
  return {
    title,
    kind: CodeActionKind.QuickFix,
    isPreferred: preferred,
    edit: { changes: { [uri]: edits.map(({ range, text }) => ({ range: toRange(range), newText: text })) } },
  };
}

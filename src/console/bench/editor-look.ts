import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The editor in the colours of the page, light and dark, without images. */
const theme = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--surface)', fontSize: '0.9rem' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: '"DejaVu Sans Mono", ui-monospace, monospace', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--text)', paddingBlock: '0.5rem' },
  '.cm-gutters': { color: 'var(--quiet)', backgroundColor: 'var(--surface)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--accent) 7%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'color-mix(in srgb, var(--accent) 12%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 12%, var(--surface)) !important',
  },
  '.cm-line.lit': { backgroundColor: 'var(--warn-ground)' },
  '.cm-tooltip': {
    color: 'var(--text)',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    boxShadow: '0 4px 16px rgb(0 0 0 / 0.18)',
    maxWidth: '32rem',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '16rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '0.2rem 0.5rem' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    color: 'var(--on-accent)',
    backgroundColor: 'var(--accent)',
  },
  '.cm-completionDetail': { fontStyle: 'normal', opacity: '0.85', marginLeft: '0.75rem' },
  '.cm-completionInfo': { padding: '0.5rem', maxWidth: '22rem' },
  // On a narrow page the details have no room beside the suggestions, and above them they would cover some.
  '@media (max-width: 60rem)': { '.cm-completionInfo': { display: 'none' } },
  '.cm-tooltip-hover p, .cm-diagnostic p, .cm-completionInfo p': { margin: '0 0 0.25rem' },
  '.cm-tooltip-hover .hover': { padding: '0.5rem', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic': { padding: '0.4rem 0.6rem', borderLeft: '4px solid var(--quiet)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
  '.cm-diagnosticAction': {
    color: 'var(--on-accent)',
    backgroundColor: 'var(--accent)',
    border: 'none',
    borderRadius: '4px',
    padding: '0.1rem 0.5rem',
  },
  '.cm-lintRange': { backgroundImage: 'none' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--warn) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-info': { backgroundImage: 'none', textDecoration: 'underline dotted var(--quiet)' },
  '.cm-lintPoint::after': { display: 'none' },
  '.inlay': {
    marginLeft: '1.25rem',
    padding: '0 0.4rem',
    borderRadius: '4px',
    color: 'var(--quiet)',
    backgroundColor: 'color-mix(in srgb, var(--quiet) 12%, transparent)',
    fontFamily: 'system-ui, "DejaVu Sans", sans-serif',
    fontSize: '0.8rem',
  },
  '.inlay.used': { color: 'var(--good)', backgroundColor: 'var(--good-ground)' },
  '.inlay.wrong': { color: 'var(--bad)', backgroundColor: 'var(--bad-ground)' },
  '.inlay.left-out, .inlay.waits, .inlay.cleared': {
    color: 'var(--warn)',
    backgroundColor: 'var(--warn-ground)',
  },
  '.cm-collapsedLines': { color: 'var(--quiet)', background: 'var(--ground)' },
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '"…"' },
  '.cm-changedText': {
    background: 'color-mix(in srgb, var(--accent) 8%, transparent) !important',
    textDecoration: 'underline var(--accent)',
  },
  '.cm-changedLine': { backgroundColor: 'color-mix(in srgb, var(--accent) 5%, transparent) !important' },
});

const highlighting = HighlightStyle.define([
  { tag: [tags.definition(tags.propertyName), tags.propertyName], color: 'var(--accent)' },
  { tag: tags.comment, color: 'var(--quiet)', fontStyle: 'italic' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.keyword, tags.meta], color: 'var(--warn)' },
  { tag: [tags.separator, tags.squareBracket, tags.brace, tags.punctuation], color: 'var(--quiet)' },
]);

/** The look of every editor of the page. */
export const editorLook: Extension = [theme, syntaxHighlighting(highlighting)];

import { type EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';

/** A value that is shown at the end of the line of its rule. */
export interface ValueInlay {
  /** Counted from 1. */
  readonly line: number;
  readonly kind: string;
  readonly text: string;
}

/** Shows these values at the ends of their lines, and removes all others. */
export const showValuesBeside = StateEffect.define<readonly ValueInlay[]>();
/** Marks the lines that belong to the pointed place. */
export const lightLines = StateEffect.define<readonly number[]>();

class ValueWidget extends WidgetType {
  private readonly inlay: ValueInlay;

  constructor(inlay: ValueInlay) {
    super();
    this.inlay = inlay;
  }

  override eq({ inlay }: ValueWidget): boolean {
    return inlay.kind === this.inlay.kind && inlay.text === this.inlay.text;
  }

  toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = `inlay ${this.inlay.kind}`;
    element.textContent = this.inlay.text;
    // Screen readers find the same value in the call beside the text.
    element.ariaHidden = 'true';
    return element;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

function isLine({ doc }: EditorState, line: number): boolean {
  return line >= 1 && line <= doc.lines;
}

const values = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, { effects, changes, state }) {
    const latest = effects.findLast(each => each.is(showValuesBeside));
    if (!latest) return shown.map(changes);
    const inlays = latest.value.filter(({ line }) => isLine(state, line));
    return Decoration.set(
      inlays.map(inlay =>
        Decoration.widget({ widget: new ValueWidget(inlay), side: 1 }).range(state.doc.line(inlay.line).to),
      ),
      true,
    );
  },
  provide: field => EditorView.decorations.from(field),
});

const lit = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, { effects, changes, state }) {
    const latest = effects.findLast(each => each.is(lightLines));
    if (!latest) return shown.map(changes);
    const lines = latest.value.filter(line => isLine(state, line));
    return Decoration.set(
      lines.map(line => Decoration.line({ class: 'lit' }).range(state.doc.line(line).from)),
      true,
    );
  },
  provide: field => EditorView.decorations.from(field),
});

/** An editor extension: values at the ends of lines, and highlighted lines. */
export const inlays = [values, lit];

type Shape = 'good' | 'bad' | 'warn' | 'none' | 'next';
const shapes: Readonly<Record<Shape, string>> = { good: '✓', bad: '✗', warn: '!', none: '–', next: '→' };

/** Shows the result of one check in a few words. */
export function Light({ shape, children }: { readonly shape: Shape; readonly children: string }) {
  return (
    <span class={`light ${shape}`}>
      <span aria-hidden="true">{shapes[shape]}</span> {children}
    </span>
  );
}

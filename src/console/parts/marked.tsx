/** Shows a sentence; text in backticks is shown as code. */
export function Marked({ text }: { readonly text: string }) {
  return (
    <>
      {text.split('`').map((part, at) => (at % 2 === 1 ? <code key={`${at} ${part}`}>{part}</code> : part))}
    </>
  );
}

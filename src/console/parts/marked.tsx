/** Shows a sentence; text in backticks is code. */
export function Marked({ text }: { readonly text: string }) {
  return (
    <>
      {text.split('`').map((part, at) => (at % 2 === 1 ? <code key={`${at} ${part}`}>{part}</code> : part))}
    </>
  );
}

import { language, words } from '../words/words.ts';

/**
 * Shows the bridge's own description of a fault, below a sentence in the language of the page. The bridge speaks English:
 * on a page in another language the description is folded up and marked as English.
 */
export function OwnWords({ text }: { readonly text: string }) {
  if (language.value === 'en') return <p class="quiet">{text}</p>;
  return (
    <details class="quiet">
      <summary>{words.value.common.ownWords}</summary>
      <p lang="en">{text}</p>
    </details>
  );
}

/** Asks in the language of the page whether a text was meant; English descriptions already do. */
export function Meant({ text }: { readonly text: string | undefined }) {
  if (text === undefined || text === '[masked]' || language.value === 'en') return null;
  return <p>{words.value.common.didYouMean(text)}</p>;
}

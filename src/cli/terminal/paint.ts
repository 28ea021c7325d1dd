import { styleText } from 'node:util';
import { type Surroundings, wantsColor } from '../surroundings.ts';

type Style = Parameters<typeof styleText>[0];

/** Applies a style to a text, if the output shows colours. */
export type Paint = (style: Style, text: string) => string;

/** Returns the paint for the output. */
export function painter({ out, env }: Surroundings): Paint {
  const color = wantsColor(out, env);
  return (style, text) => (color && text !== '' ? styleText(style, text, { validateStream: false }) : text);
}

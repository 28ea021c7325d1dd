import * as z from 'zod';
import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import { longestId } from '../../inbox/call.ts';

/** A sender's id of a person. Outer spaces are removed, as in an event. */
export const linkId = z.string().overwrite(withoutBlankEnds).min(1).max(longestId);

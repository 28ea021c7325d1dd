import { codes } from '../../../diagnostics/codes.ts';
import type { Severity } from '../../../diagnostics/severity.ts';
import { ok } from '../../http/answer.ts';
import { type ApiRoute, apiRoute } from '../api-route.ts';

/** A code of diagnostics, as `/api/codes` shows it. */
export interface CodeView {
  readonly code: string;
  readonly severity: Severity;
  readonly title: string;
  /** The next step for a person. */
  readonly advice: string;
}

/** The route of the codes that diagnostics may have. */
export function codeRoutes(): readonly ApiRoute[] {
  const views = Object.entries(codes).map(
    ([code, { severity, title, advice }]): CodeView => ({ code, severity, title, advice }),
  );
  return [apiRoute({ key: 'GET /codes', answer: async () => ok({ codes: views }) })];
}

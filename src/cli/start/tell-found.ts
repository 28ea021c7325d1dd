import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Log } from '../../log/log.ts';
import type { Surroundings } from '../surroundings.ts';
import { withShortPath } from '../workspace.ts';

/**
 * Writes what was found in files into the log, a line for each. It is about files, so its words hold no value of a
 * customer; `loadConfig` leaves secrets out of them.
 */
export function tellFound(diagnostics: readonly Diagnostic[], log: Log, surroundings: Surroundings): void {
  for (const each of diagnostics) {
    const { code, severity, message, hint, path, place } = withShortPath(each, surroundings);
    const about = {
      code,
      severity,
      ...(place && { file: place.file, line: place.line, column: place.column }),
      ...(path !== undefined && { path }),
      message,
      ...(hint !== undefined && { hint }),
    };
    if (severity === 'error') log.error(about, 'diagnostic');
    else if (severity === 'warning') log.warn(about, 'diagnostic');
    else log.info(about, 'diagnostic');
  }
}

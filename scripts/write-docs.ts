import { writeFileSync } from 'node:fs';
import { diagnosticsPage } from './diagnostics-page.ts';
import { failurePage } from './failure-page.ts';
import { logPage } from './log-page.ts';

writeFileSync(new URL('../docs/diagnostics.md', import.meta.url), diagnosticsPage());
writeFileSync(new URL('../docs/failure-table.md', import.meta.url), failurePage());
writeFileSync(new URL('../docs/log.md', import.meta.url), logPage());

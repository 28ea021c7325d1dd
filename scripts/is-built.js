// Comes before the scripts of npm that run the program. Node 20 can run it, and nothing that is installed is imported.
import { existsSync } from 'node:fs';

if (!existsSync('dist/fieldbridge.js')) {
  const command = existsSync('node_modules') ? 'npm run build' : 'npm ci';
  process.stderr.write(
    `fieldbridge: the program is not built here (dist/fieldbridge.js is missing). Run \`${command}\` first.\n`,
  );
  process.exit(1);
}

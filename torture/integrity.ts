import { DatabaseSync } from 'node:sqlite';

/** Run as a program of its own that can see the store's disk: prints SQLite's findings in the given file. */
const database = new DatabaseSync(process.argv[2] ?? '', { readOnly: true, timeout: 5_000 });
const rows = database.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[];
process.stdout.write(rows.map(row => row.integrity_check).join('; '));
database.close();

import { DatabaseSync } from 'node:sqlite';

/** Run as a program of its own, where the store's disk can be seen: prints what SQLite finds in the file given. */
const database = new DatabaseSync(process.argv[2] ?? '', { readOnly: true, timeout: 5_000 });
const rows = database.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[];
process.stdout.write(rows.map(row => row.integrity_check).join('; '));
database.close();

import { migrations } from '../../../src/inbox/postgres/schema/schema.ts';
import { type KnownSchema, ownSchema } from '../../../src/inbox/postgres/schema/versions.ts';

/**
 * All changes that a migration may make to a schema that the previous version still works with, made to every table.
 */
const additions = `
  DO $$
  DECLARE found name;
  BEGIN
    FOR found IN SELECT relname FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
    LOOP
      EXECUTE format('ALTER TABLE %I ADD COLUMN added text NOT NULL DEFAULT ''new'', ADD COLUMN more bigint', found);
      EXECUTE format('CREATE INDEX %I ON %I (added, more)', found || '_added', found);
    END LOOP;
  END $$;
  CREATE TABLE next_version (name text PRIMARY KEY, made text NOT NULL);
  INSERT INTO next_version VALUES ('made', 'once');
`;

/** A schema of the next version, with which this version can work. */
export const nextVersion: KnownSchema = {
  migrations: [...migrations, additions],
  leastKnown: ownSchema.migrations.length,
};

/** A schema with which this version cannot work, because a used column was dropped. */
export const versionAfterNext: KnownSchema = {
  migrations: [...nextVersion.migrations, 'ALTER TABLE event DROP COLUMN codes'],
  leastKnown: nextVersion.migrations.length,
};

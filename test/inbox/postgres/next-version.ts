import { migrations } from '../../../src/inbox/postgres/schema/schema.ts';
import { type KnownSchema, ownSchema } from '../../../src/inbox/postgres/schema/versions.ts';

/** All that a migration may do to a schema that the version before still works with, done to every table. */
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

/** What the version after this one might know of the schema. */
export const nextVersion: KnownSchema = {
  migrations: [...migrations, additions],
  leastKnown: ownSchema.migrations.length,
};

/** One that this version cannot work with: it dropped something that is used. */
export const versionAfterNext: KnownSchema = {
  migrations: [...nextVersion.migrations, 'ALTER TABLE event DROP COLUMN codes'],
  leastKnown: nextVersion.migrations.length,
};

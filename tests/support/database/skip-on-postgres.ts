/** Runs before each test file: on PostgreSQL it skips the tests of SQLite alone. */
import { beforeEach } from "vitest";
import { isOnPostgres } from "./migrated.ts";
import { reasonToSkip } from "./sqlite-only.ts";

if (isOnPostgres())
  beforeEach(({ task, skip }) => {
    const reason = reasonToSkip(task.file.filepath, task.fullName);
    if (reason !== null) skip(reason);
  });

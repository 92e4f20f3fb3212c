/** Runs before each test file that uses no database. */
import { vi } from "vitest";
import { failOnErrors } from "./fail-on-errors.ts";

vi.stubEnv("DATABASE_PATH", "/dev/null/these-tests-use-no-database");
vi.stubEnv("NODE_ENV", "test");
failOnErrors();

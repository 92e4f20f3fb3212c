import { endpoint, importsRows } from "../http/api.server.ts";
import { importBody } from "../models/import/import-row.server.ts";
import { regularImport } from "../models/import/import.server.ts";

export const { loader, action } = endpoint(
  "/api/picks/import",
  { POST: importsRows("Import picks", regularImport.importRows, importBody) },
  { takesRows: true, query: ["dry_run", "confirm"], bodyLimit: 256 * 1024 },
);

import { endpoint, importsRows } from "../http/api.server.ts";
import { importBody } from "../models/import/import-row.server.ts";
import { proImport } from "../models/import/import.server.ts";

export const { loader, action } = endpoint(
  "/api/propicks/import",
  { POST: importsRows("Import pro picks", proImport.importRows, importBody) },
  { takesRows: true, query: ["dry_run", "confirm"], bodyLimit: 256 * 1024 },
);

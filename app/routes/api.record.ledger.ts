import { endpoint, showsTagged } from "../http/api.server.ts";
import { ledgerPage } from "../http/record-shapes.server.ts";
import { findLedgerPage } from "../models/record/public-record.server.ts";

export const { loader, action } = endpoint("/api/record/ledger", {
  GET: showsTagged("Read the entries of the ledger", findLedgerPage, ledgerPage),
});

import { exportPath } from "../../paths/export.ts";

/** A plain form: its answer is a file. */
export function ExportPanel() {
  return (
    <form className="panel" method="post" action={exportPath} aria-labelledby="everything">
      <h2 id="everything">Everything is yours</h2>
      <p className="muted">
        One zip file of CSV and JSON: picks, ledger, people, payments, affiliates, audit trail and texts. It has no
        passwords, codes or keys. The audit trail says who downloaded it.
      </p>
      <p>
        <button className="btn">Export everything</button>
      </p>
    </form>
  );
}

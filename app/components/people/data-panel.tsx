import { ownDataPath } from "../../paths/paths.ts";

export function DataPanel() {
  return (
    <section className="panel form" aria-labelledby="data">
      <h2 id="data">Your data</h2>
      <p>Everything we store about you: account, settings, sign-ins, card, payments, and the emails we sent you.</p>
      <div className="row">
        <a className="btn" href={`${ownDataPath}.json`} download>
          Download my data (JSON)
        </a>
        <a className="btn" href={`${ownDataPath}.csv`} download>
          Download my data (CSV)
        </a>
      </div>
    </section>
  );
}

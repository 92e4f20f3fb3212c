import type { OwnTotalsTexts } from "../../models/card/own-line.ts";
import { cardFilePath } from "../../paths/paths.ts";

/** What shopping for prices was worth to the member. */
export function OwnTotalsPanel({ totals }: { totals: OwnTotalsTexts | null }) {
  return (
    <section className="panel" aria-labelledby="own">
      <h2 id="own">Shopping for prices</h2>
      {totals === null ? (
        <p className="muted">Note what you really got with &quot;My line&quot;, and the difference stands here.</p>
      ) : (
        <>
          <p>
            <b>{totals.difference}</b>
          </p>
          {totals.more.map((text) => (
            <p className="muted" key={text}>
              {text}
            </p>
          ))}
        </>
      )}
      <p>
        <a className="a" href={cardFilePath} download>
          My card as CSV
        </a>
      </p>
    </section>
  );
}

import type { OwnTotalsTexts } from "../../models/card/own-line.ts";
import { cardFilePath } from "../../paths/paths.ts";

/** What shopping for prices was worth to the member, once they noted what they got. */
export function OwnTotalsPanel({ totals }: { totals: OwnTotalsTexts | null }) {
  return (
    <>
      {totals && (
        <section className="panel" aria-labelledby="own">
          <h2 id="own">Price shopping</h2>
          <p>
            <b>{totals.difference}</b>
          </p>
          {totals.more.map((text) => (
            <p className="muted" key={text}>
              {text}
            </p>
          ))}
        </section>
      )}
      <p>
        <a className="a" href={cardFilePath} download>
          My card as CSV
        </a>
      </p>
    </>
  );
}

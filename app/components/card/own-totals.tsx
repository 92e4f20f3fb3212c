import { signedText } from "../../format.ts";
import { type OwnTotals, ownClosingText, shoppingText } from "../../models/card/own-line.ts";
import { cardFilePath } from "../../paths/paths.ts";

/** What shopping for prices was worth to the member. */
export function OwnTotalsPanel({ totals }: { totals: OwnTotals | null }) {
  const named = totals?.books.filter(({ book }) => book !== "") ?? [];
  const [best] = named;
  return (
    <section className="panel" aria-labelledby="own">
      <h2 id="own">Shopping for prices</h2>
      {totals === null ? (
        <p className="muted">Note what you really got with &quot;My line&quot;, and the difference stands here.</p>
      ) : (
        <>
          <p>
            <b>{shoppingText(totals)}</b>
          </p>
          <p className="muted">{`Your stakes at both prices, ${totals.picks} ${totals.picks === 1 ? "pick" : "picks"}. ${ownClosingText(totals)}`}</p>
          {best && named.length > 1 && (
            <p className="muted">{`Your best book: ${best.book}, ${signedText(best.difference)}u against the posted prices. ${others(named)}`}</p>
          )}
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

function others(books: OwnTotals["books"]): string {
  return books
    .slice(1)
    .map(({ book, picks, difference }) => `${book} ${signedText(difference)}u in ${picks}`)
    .join(", ");
}

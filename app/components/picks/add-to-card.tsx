import type { Stream } from "../../models/picks/pick.ts";
import { savedPicksApi } from "../../paths/paths.ts";
import { Problem } from "../shared/notice.tsx";
import { pickTitleId } from "./pick-card.tsx";
import { useSaveToCard } from "./use-save-to-card.ts";

interface AddToCardProps {
  stream: Stream;
  pickId: number;
  /** The open picks on the reader's card. */
  added: readonly number[];
}

/** The button of an open pick: posts the page's form, or with scripts calls the API and stays where it is. */
export function AddToCard({ stream, pickId, added }: AddToCardProps) {
  const { saved, problem, save } = useSaveToCard(stream, pickId, added);
  return (
    <>
      <form className="act" method="post" onSubmit={save} aria-live="polite">
        <input type="hidden" name={savedPicksApi[stream].idName} value={pickId} />
        <button className="btn" disabled={saved} aria-describedby={pickTitleId(pickId)}>{saved ? "Added to My Card" : "Add to My Card"}</button>
      </form>
      {problem !== null && <div className="x-all"><Problem message={problem} /></div>}
    </>
  );
}

import type { Stream } from "../../models/picks/pick.ts";
import { savedPicksApi } from "../../paths/paths.ts";
import { Problem } from "../shared/notice.tsx";
import { pickTitleId } from "./pick-card.tsx";
import { useSaveToCard } from "./use-save-to-card.ts";

interface AddToCardProps {
  stream: Stream;
  pickId: number;
  /** Ids of the member's saved open picks. */
  added: readonly number[];
}

/** Posts the page's form; with scripts it calls the API and keeps the scroll. */
export function AddToCard({ stream, pickId, added }: AddToCardProps) {
  const { saved, problem, save } = useSaveToCard(stream, pickId, added);
  return (
    <>
      <form className="act" method="post" onSubmit={save} aria-live="polite">
        <input type="hidden" name={savedPicksApi[stream].idName} value={pickId} />
        <button className="btn" disabled={saved} aria-describedby={pickTitleId(pickId)}>
          {saved ? "Added to My Card" : "Add to My Card"}
        </button>
      </form>
      {problem !== null && (
        <div className="x-all">
          <Problem message={problem} />
        </div>
      )}
    </>
  );
}

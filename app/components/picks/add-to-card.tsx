import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { Stream } from "../../models/bets/stream.ts";
import { cardTabPath, pickAnchor, savedPicksApi } from "../../paths/paths.ts";
import { Icon } from "../shared/icon.tsx";
import { Problem } from "../shared/notice.tsx";
import { useSaveToCard } from "./use-save-to-card.ts";

interface AddToCardProps {
  stream: Stream;
  pickId: number;
  /** Ids of the member's saved open picks. */
  added: readonly number[];
}

/** Posts the page's form; with scripts it calls the API and keeps the scroll. */
export function AddToCard({ stream, pickId, added }: AddToCardProps) {
  const { isSaved, justSaved, isBusy, problem, save } = useSaveToCard(stream, pickId, added);
  const view = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    // The pressed button is gone, and the focus with it.
    if (justSaved && document.activeElement === document.body) view.current?.focus({ preventScroll: true });
  }, [justSaved]);
  return (
    <>
      <div className={isSaved ? "act done" : "act"} aria-live="polite">
        {isSaved ? (
          <>
            <button className="btn" type="button" disabled aria-describedby={pickAnchor(pickId)}>
              <Icon name="check" />
              Added to My Card
            </button>
            <Link ref={view} className="a" to={cardTabPath("picks", stream)}>
              View<span className="vh"> My Card</span>
            </Link>
          </>
        ) : (
          <form method="post" onSubmit={save}>
            <input type="hidden" name={savedPicksApi[stream].idName} value={pickId} />
            <button
              className="btn"
              aria-disabled={isBusy || undefined}
              aria-busy={isBusy || undefined}
              aria-describedby={pickAnchor(pickId)}
            >
              Add to My Card
            </button>
          </form>
        )}
      </div>
      {problem !== null && (
        <div className="x-all">
          <Problem message={problem} />
        </div>
      )}
    </>
  );
}

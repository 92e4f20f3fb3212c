import { Link } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import type { OpenPick } from "../../models/picks/pick.ts";
import type { Stream } from "../../models/bets/stream.ts";
import { cardTabPath, pickAnchor, savedPicksApi } from "../../paths/paths.ts";
import { Icon } from "../shared/icon.tsx";
import { Problem } from "../shared/notice.tsx";
import { useSaveToCard } from "./use-save-to-card.ts";

const addText = "Add to My Card";

interface AddToCardProps {
  stream: Stream;
  pick: Pick<OpenPick, "id" | "also">;
  /** Ids of the member's saved open picks, of both lists. */
  added: readonly number[];
}

/**
 * Posts the page's form; with scripts it calls the API and keeps the scroll. A bet whose other pick is on the card asks
 * once more.
 */
export function AddToCard({ stream, pick: { id: pickId, also }, added }: AddToCardProps) {
  const asks = also?.some((id) => added.includes(id)) ?? false;
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
          <Asked asks={asks}>
            <form method="post" onSubmit={save}>
              <input type="hidden" name={savedPicksApi[stream].idName} value={pickId} />
              <button
                className="btn"
                aria-disabled={isBusy || undefined}
                aria-busy={isBusy || undefined}
                aria-describedby={pickAnchor(pickId)}
              >
                {asks ? "Add this one too" : addText}
              </button>
            </form>
          </Asked>
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

function Asked({ asks, children }: { asks: boolean; children: ReactNode }) {
  if (!asks) return children;
  return (
    <details>
      <summary className="btn">{addText}</summary>
      <p className="muted">The other pick is on your card.</p>
      {children}
    </details>
  );
}

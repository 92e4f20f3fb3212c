import { Form, Link, useNavigation } from "@remix-run/react";
import { formatNumber } from "../../format.ts";
import type { FailedForm } from "../../http/form-state.ts";
import { formatLine, formatOdds, offerText } from "../../models/bets/bet.ts";
import type { ShownOwn } from "../../models/card/own-line.server.ts";
import type { OwnBet, PostedBet } from "../../models/card/own-line.ts";
import { describePick } from "../../models/picks/pick.ts";
import type { Stream } from "../../models/bets/stream.ts";
import { cardTabPath } from "../../paths/paths.ts";
import { SendButton, TextField } from "../forms/field.tsx";
import { NoticeAlert } from "../shared/notice.tsx";
import { useFocusOnFailure } from "../shared/use-focus.ts";
import { useFrame } from "../shared/use-frame.tsx";

interface OwnLineFormProps {
  pick: PostedBet & { stream: Stream; pick: string; game: string; game_date: string };
  own: ShownOwn | null;
  /** The values to begin with: the noted ones, else the posted ones. */
  bet: OwnBet;
  failure: FailedForm | undefined;
}

/** What the member really got for a pick. */
export function OwnLineForm({ pick, own, bet, failure }: OwnLineFormProps) {
  useFocusOnFailure(failure);
  const format = useFrame().person?.odds;
  const busy = useNavigation().state === "submitting";
  const hasLine = pick.market === "spread" || pick.market === "total";
  const lineText = bet.line === null ? "" : pick.market === "spread" ? formatLine(bet.line) : formatNumber(bet.line);
  const field = (name: string, value: string) => ({
    name,
    className: "f big-l",
    defaultValue: failure?.values[name] ?? value,
    error: failure?.errors[name],
  });
  const back = cardTabPath(pick.verdict === "" ? "picks" : "results", pick.stream);
  const posted = [offerText(pick, format), `${formatNumber(pick.unit_size)}u`].filter(Boolean).join(", ");
  return (
    <div className="wrap page">
      <div className="head">
        <h1>My Line</h1>
      </div>
      <NoticeAlert notice={null} problem={failure?.message} />
      <Form className="stack" method="post" autoComplete="off" aria-label="My line">
        <section className="panel form" aria-labelledby="pick">
          <h2 id="pick">{describePick(pick)}</h2>
          <p className="muted">{`Posted: ${posted}. What did you actually get? Only you can see this.`}</p>
          {own?.after_start && <p className="muted">You added this after the start.</p>}
          {hasLine && <TextField label="Line" {...field("line", lineText)} />}
          <TextField label="Price" {...field("odds", bet.odds === null ? "" : formatOdds(bet.odds, format))} />
          <TextField label="Stake in units" {...field("unit_size", formatNumber(bet.unit_size))} />
          <TextField label="Book" {...field("book", bet.book)} />
          <label className="check">
            <input type="checkbox" name="not_bet" value="yes" defaultChecked={own?.not_bet} />I didn't bet this
          </label>
        </section>
        <div className="row">
          <SendButton className="btn primary" busy={busy}>
            {busy ? "Saving..." : "Save"}
          </SendButton>
          <Link className="btn quiet" to={back}>
            Cancel
          </Link>
        </div>
      </Form>
    </div>
  );
}

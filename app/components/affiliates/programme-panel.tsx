import { Link } from "@remix-run/react";
import type { ProgrammeFigures } from "../../models/affiliates/programme-figures.server.ts";
import { formatMoney } from "../../money.ts";
import { payoutsPath } from "../../paths/affiliates.ts";
import { Funnel } from "./funnel.tsx";

/** All affiliates at a glance. */
export function ProgrammePanel({ figures: { month, all, due } }: { figures: ProgrammeFigures }) {
  return (
    <Funnel month={month} all={all}>
      <p>
        <b>{formatMoney(month.commission_cents)}</b> commission this month. <b>{formatMoney(due.cents)}</b> is due now.{" "}
        <Link className="a" to={payoutsPath}>
          {due.payees === 0 ? "Earlier payouts" : `Pay ${due.payees} ${due.payees === 1 ? "affiliate" : "affiliates"}`}
        </Link>
      </p>
    </Funnel>
  );
}

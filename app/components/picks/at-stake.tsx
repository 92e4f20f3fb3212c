import { formatNumber, formatPercent } from "../../format.ts";
import { amountText, unitsInCents, usualMost } from "../../models/figures/unit-money.ts";
import { useFrame } from "../shared/use-frame.tsx";

/** " · 5.5u open, $137.50": what is at stake on the member's card, of both streams. */
export function AtStake() {
  const { staked, money } = useFrame().person ?? {};
  if (!staked) return null;
  return ` \u00b7 ${formatNumber(staked)}u open${money ? `, ${amountText(unitsInCents(staked, money), money.currency)}` : ""}`;
}

/** Shown while more than a usual part of the bankroll is at stake at once. */
export function LargeStake() {
  const { staked, money } = useFrame().person ?? {};
  if (!staked || !money?.bankroll) return null;
  const share = (unitsInCents(staked, money) / money.bankroll) * 100;
  if (share <= usualMost) return null;
  return <p className="alert">{`Your open picks are ${formatPercent(share)} of your bankroll.`}</p>;
}

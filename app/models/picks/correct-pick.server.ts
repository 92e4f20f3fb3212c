/** Corrections of published picks that have started or are settled. */
import { Refusal } from "../../refusal.ts";
import { env } from "../../env.server.ts";
import { changeTexts } from "../ledger/change-text.ts";
import type { Changes } from "../ledger/ledger-entry.ts";
import { consentTo } from "./pick.ts";

/** A correction by somebody who is shown first what everybody will see. */
export interface ConfirmedCorrection {
  /** Public for ever; '' where only what was unknown is filled in. */
  reason: string;
  /** See consentTo. */
  consent: string | true;
}

/** Refuses with "unconfirmed" until somebody has read what everybody will see, and what is unusual about the pick. */
export function expectSeen(
  corrected: Changes | null,
  warnings: readonly string[],
  { reason, consent }: ConfirmedCorrection,
): void {
  if (corrected === null || consent === true) return;
  const shown = [
    ...changeTexts(corrected, env.SITE_TIMEZONE),
    ...(reason === "" ? [] : [`Reason: ${reason}`]),
    "It is listed for ever, and changes nothing but the grade.",
    ...warnings,
  ];
  if (consent !== consentTo(shown)) throw new Refusal("unconfirmed", "Everybody will see:", { warnings: shown });
}

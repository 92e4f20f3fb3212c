/** The hold of a sign-up through the payment link until staff review it. Pure. */

/** The staff's review; "none" = no review needed. */
export type PaymentReview = "none" | "waiting" | "confirmed" | "refused";

export type Held = "waiting" | "refused";

export const openReviews = ["none", "confirmed"] as const satisfies readonly PaymentReview[];

export function holdReason(review: PaymentReview): Held | null {
  return review === "waiting" || review === "refused" ? review : null;
}

export const heldTexts = {
  waiting: "Waiting for your payment to be confirmed",
  refused: "Your payment could not be confirmed",
} as const satisfies Record<Held, string>;

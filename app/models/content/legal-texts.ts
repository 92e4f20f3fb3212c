/** The words of the legal pages. Apart from the other pages' words: these go to a browser with their page alone. */
import { price } from "../billing/price.ts";

export interface LegalText {
  title: string;
  sections: readonly { title: string; text: string }[];
}

const sampleNote = { title: "Sample text", text: "This is a sample. Whoever runs this site replaces it with their own text before it opens." } as const;

/** Samples to replace. */
export const legalTexts = {
  terms: {
    title: "Terms",
    sections: [
      sampleNote,
      { title: "What you get", text: "A membership opens the picks, their history and the bankroll tips for as long as it is paid. Picks are for information and entertainment. They are no guarantee, and no advice to bet." },
      { title: "Who may join", text: "You must be 21 or older and live where sports betting is legal. One account is for one person." },
      { title: "Payment", text: `${price} a month. Cancel anytime. No refunds after your billing cycle begins.` },
      { title: "Fair use", text: "Don't share, sell or republish picks. We may suspend an account that does." },
    ],
  },
  privacy: {
    title: "Privacy",
    sections: [
      sampleNote,
      { title: "What we keep", text: "Your name, email, phone number and settings, the picks that you save, and a record of sign-ins. The payment service keeps your card; we never see it." },
      { title: "What it is for", text: "To run your account and to send the emails that you asked for. We don't sell it and show no advertising." },
      { title: "Cookies", text: "One keeps you signed in, one remembers this browser, and one keeps the display mode. One keeps the code of the affiliate who sent you, and one makes your visits count once. Three last for minutes: one shows a notice on the next page, one keeps your email while you reset a password, and one waits for your sign-in code." },
      { title: "Your choice", text: "Ask us for a copy of what we keep, or to delete your account." },
    ],
  },
  responsibleGaming: {
    title: "Responsible Gaming",
    sections: [
      sampleNote,
      { title: "Before you bet", text: "Bet only what you can afford to lose. A losing run is normal, and no model ends it. Set a limit for money and time first." },
      { title: "When to stop", text: "Stop when you chase losses, borrow to bet, hide it, or when it is no longer fun." },
    ],
  },
} as const satisfies Record<string, LegalText>;

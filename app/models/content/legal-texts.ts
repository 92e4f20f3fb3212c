/** Texts of the legal pages. Sent as loader data, to keep them out of the browser's scripts. */
import { price } from "../../price.ts";

export interface LegalText {
  title: string;
  sections: readonly { title: string; text: string }[];
}

const sampleNote = {
  title: "Sample text",
  text: "This is a sample. Replace it with your own text before the site opens.",
} as const;

/** These are sample texts; replace them. */
export const legalTexts = {
  terms: {
    title: "Terms",
    sections: [
      sampleNote,
      {
        title: "What you get",
        text: "A paid membership includes the picks, their history and the bankroll tips. Picks are for information and entertainment. They don't guarantee results. They are not advice to bet.",
      },
      {
        title: "Who may join",
        text: "You must be 21 or older and live where sports betting is legal. One account per person.",
      },
      { title: "Payment", text: `${price} a month. Cancel anytime. No refunds after your billing cycle begins.` },
      { title: "Fair use", text: "Don't share, sell or republish picks. We may suspend accounts that do." },
    ],
  },
  privacy: {
    title: "Privacy",
    sections: [
      sampleNote,
      {
        title: "What we store",
        text: "Your name, email, phone number and settings, the picks you save, and a record of sign-ins. The payment service stores your card details; we never see them.",
      },
      {
        title: "Why we store it",
        text: "To run your account and send the emails you asked for. We don't sell your data or show ads.",
      },
      {
        title: "Cookies",
        text: "One keeps you signed in, one recognizes this browser, one stores the display mode, and one says which version of the site's design your browser has. One stores the code of the affiliate who sent you, and one makes sure your visits count once. Three last only minutes: one shows a notice on the next page, one stores your email during a password reset, and one is for your sign-in code.",
      },
      { title: "Your choice", text: "Ask us for a copy of your data or to delete your account." },
    ],
  },
  responsibleGaming: {
    title: "Responsible Gaming",
    sections: [
      sampleNote,
      {
        title: "Before you bet",
        text: "Bet only what you can afford to lose. Losing streaks are normal, and no model prevents them. Set a limit for money and time first.",
      },
      {
        title: "When to stop",
        text: "Stop when you chase losses, borrow to bet, hide your betting or no longer enjoy it.",
      },
      {
        title: "Take a break",
        text: "Members can take a break of one day to six months on their profile. Until it is over they get no picks and no alerts, and nobody can end it early.",
      },
    ],
  },
} as const satisfies Record<string, LegalText>;

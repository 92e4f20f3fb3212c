/** Texts of the public pages. Pure. Each "sample to replace" is invented: replace it before the site opens. */
import type { IconName } from "./components/shared/icon.tsx";
import { streamSentences } from "./models/record/pages/stream-sentences.ts";
import { price } from "./price.ts";

export const landing = {
  headline: "Elevate Your Betting With AI-Generated Winning Picks",
  eyebrow: "3-5 certified plays a day, updated every morning",
  lead: "Every play is simulated by the AI, double-checked by pro handicappers, and sent with a confidence level and a unit size.",
  cost: { price: `${price} / month.`, note: "Cancel anytime." },
  tiles: [
    { label: "Members", figure: "100+" },
    { label: "Sports", figure: "7+" },
  ],
  sportsTitle: "Available Sports",
  benefitsTitle: "What You Get",
  benefitsNote: "All figures are examples",
  benefits: {
    picks: { title: "Daily AI picks", text: "3-5 certified plays a day, updated every morning." },
    confidence: {
      title: "Confidence metrics",
      text: "Each simulation gives one number that you can compare between plays.",
    },
    bankroll: { title: "Bankroll tools", text: "Unit sizing of 1-2 % and win/loss analytics for every play." },
  },
  stepsTitle: "How It Works",
  steps: [
    { title: "The AI finds the bets", text: "It simulates every game and looks for lines that are off." },
    { title: "Pros double-check", text: "Handicappers review each play before it is certified." },
    { title: "You get 3-5 certified plays daily", text: "With how much, when and whether to hedge." },
  ],
  recordTitle: "The Record So Far",
  ticketLink: "A settled pick of ours, as it was published",
  recordLink: "See every pick we ever published",
  resultsTitle: "Sample Results",
  legend: [
    { sign: "ML", meaning: "Moneyline" },
    { sign: "+/-", meaning: "Point Spread" },
    { sign: "Over/Under", meaning: "Total Points" },
  ],
  testimonialsTitle: "Testimonials",
  testimonialsNote: "Sample quotes",
  call: { title: "Ready to Win Smarter?", text: "One trial. One pick. All it takes to get ahead." },
} as const;

export const landingSports: readonly { sport: string; icon: IconName }[] = [
  { sport: "NBA", icon: "nba" },
  { sport: "MLB", icon: "mlb" },
  { sport: "NFL", icon: "nfl" },
  { sport: "NHL", icon: "nhl" },
  { sport: "NCAAF", icon: "nfl" },
  { sport: "NCAAB", icon: "nba" },
  { sport: "UFC", icon: "ufc" },
  { sport: "And More", icon: "more" },
];

/** Sample to replace. The bars of its chart are in sample-ticket.tsx. */
export const samplePick = {
  sport: "NBA",
  start: "11/20/2026, 9:00 PM",
  pick: "Nuggets -4.5",
  odds: "-110",
  tag: "SIM CERTIFIED",
  game: "Los Angeles Lakers @ Denver Nuggets",
  picture: "Simulated winning margins: 64.2% of runs have the Nuggets winning by more than 4.5",
  margins: ["Nuggets by 28", "-4.5", "Lakers by 14"],
  confidence: 64.2,
  units: "1.5u",
  verdict: { pick: "Nuggets -4.5", won: true, units: 1.36 },
  note: "Sample pick and verdict",
} as const;

export const pricing = {
  title: "Choose Your Plan",
  lead: "One plan with everything: daily picks, the full history and the bankroll tools.",
  tag: "PREMIUM",
  plan: "All Access",
  price,
  period: "/ month",
  features: [
    "Daily AI-generated picks",
    "Confidence levels and verdicts",
    "Pick history and analysis",
    "Exclusive bankroll tips",
  ],
  more: [
    "Pro picks",
    "News by email and as alerts on your phone",
    "The public record: every pick, checked by you",
    "My Card: the picks you took, and how they did",
  ],
  streams: Object.values(streamSentences),
  note: "Cancel anytime. No refunds after your billing cycle begins.",
  verdictsNote: "Every settled play goes into the history, wins and losses alike. Edits and deletions are shown too.",
} as const;

export const demoCheckout = {
  title: "Demo Checkout",
  text: "This page replaces the hosted payment page. No payment is made and no card is needed.",
  pay: `Pay ${price}`,
  cancel: "Cancel",
} as const;

export const affiliateRequest = {
  title: "Become an Affiliate",
  lead: "Earn a commission on each member who signs up through your link.",
  button: "Submit Request",
  thanks: "Thank you. We'll reply by email.",
} as const;

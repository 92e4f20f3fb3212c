/** How It Works, and the questions on the pricing page. They claim nothing that the demo's model doesn't do. */

export const howItWorks = `## Where a pick comes from

A computer model reads the scores of past games and rates every team: how much it scores, how much it allows, and what playing at home is worth. Fighters are rated by whom they beat. It learns from each new result. For a coming game it draws 10,000 possible results around its forecast and counts how often each bet would win.

A line also knows things that scores don't, such as injuries. So the number you see is halfway between the simulation and what the market's own price says.

A bet becomes a regular pick when this number is clearly above what its price needs, at most one per game.

## What people check

Handicappers look at each pick before it goes out: is the line still there, who is out, does the reason hold? They can take a pick back before its game starts, and the record shows it.

**Regular picks** are what the simulation finds, checked by handicappers. **Pro picks** are the handicappers' own choice.

## What the numbers mean

- **Confidence** is that number: how likely the pick is to win, if the model is right. 55% means: expect to lose 45 of 100. The record shows how often it was right.
- **Units** say how much to bet. One unit is a fixed small part of your bankroll, 1% for example.
- **Price** (odds) is what a win pays. At -110 you risk 110 to win 100, and have to win 52.4% to break even.
- **Closing line** is the last line before the game. A pick that had a better one than the close was probably a good bet, even when it lost.

## How the record is kept

Every pick is sealed before its game starts: we publish a fingerprint of it that would no longer match if a word were changed. When the game starts, the pick becomes public, and later its result does. All of them stay, wins and losses. You can check the whole record in your own browser, without trusting our server.

## What it can't prove

- A good record doesn't prove that the next months will be good. Most bettors lose, and a good run can be luck.
- It doesn't prove that you could still get our price: lines move after a pick is published.
- It shows what was published when. Why it was picked can't be proven by any record.`;

const questions = `## What does it cost?

{price} a month for everything. There are no other fees.

## When am I charged again?

Every month on the day you joined, until you cancel. Your profile shows the next date.

## How do I cancel?

{cancelling}

## Does it make money?

Look at the units on the record before you pay: they count every pick we ever published. Where they are below zero, following all of our picks lost money. Nobody can promise that the next months will be like the last. Count {price} a month as a cost: your bets have to win that back first.

## Can I get a refund?

Not after a billing cycle has begun. If something went wrong, such as a double payment, write to {support}.

## Is it legal where I live?

You must be 21 or older, and sports betting must be legal where you are. We sell information; we don't take bets. Please check the rules of your state or country first.

## What happens in a losing streak?

Losing streaks happen, and no model prevents them. The record shows ours, and How It Works shows our worst month. Bet small, and stop when it isn't fun.

## Which sportsbooks do I need?

None in particular. A pick names the price we saw and, where we know it, the book. Compare prices: a better one is worth as much as a better pick.

## Is this advice?

No. Picks are information and entertainment. We don't know your finances, and nothing here is a guarantee.`;

/** `billed` = members can cancel here: payments are not made through a link alone. */
export function questionsOf(billed: boolean): string {
  return questions.replace("{cancelling}", billed ? cancelling.here : cancelling.byMail);
}

const cancelling = {
  here: 'On your profile: "Cancel membership", then confirm. Two clicks, no phone call. You keep access until the end of the month you paid for.',
  byMail:
    "Write to {support}, or use the link in the payment service's email. You keep access until the end of the month you paid for.",
} as const;

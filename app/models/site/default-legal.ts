/** The legal texts that a site begins with. An operator reads them, changes what is different, and saves them. */

export const terms = `## What you get

A paid membership gives you the picks, their history and the bankroll tips while it runs. Picks are for information and entertainment. They are not advice to bet, and they don't guarantee results.

## Who may join

You must be 21 or older and in a place where sports betting is legal. One account per person. Keep your password to yourself.

## Payment

{price} a month, charged by our payment service until you cancel. You can cancel at any time; access then lasts until the end of the month you paid for. No refunds after your billing cycle begins. If we charge you by mistake, we pay it back.

## Fair use

Picks are for you alone. Don't share, sell or republish them, and don't copy the site by machine. The public record is the exception: it is free to download and check. We may suspend accounts that do.

## What we don't promise

Past results say little about future ones. We try to keep {site} open at all hours, but it can be down, and lines can move before you bet. We are not responsible for bets that you make.

## Changes

When these terms change, this page changes. You can cancel at any time.`;

export const privacy = `## What we store

Your name, email, phone number and settings, the picks you save, when you signed in, and from which kind of browser. Our payment service stores your card details; we never see them.

## Why we store it

To run your account and send the emails and alerts you asked for. We don't sell your data, show ads, or use other companies' trackers.

## Who else gets it

The payment service when you pay, the mail service that carries our emails, and your browser's push service if you switch alerts on. Each gets only what it needs.

## Cookies

One keeps you signed in, one recognizes this browser, one stores the display mode, one remembers how you sort the picks, and one says which version of the site's design your browser has. One stores the code of the affiliate who sent you, and one makes sure your visits count once. Five last only minutes: one shows a notice on the next page, one stores your email during a password reset, one fills it in when you sign in after that, one is for your sign-in code, and one leads back to the page you opened before you signed in.

## How long

As long as you have an account. When you close it, we delete it after a week. What the law makes us keep, such as records of payments, stays as long as it must.

## Your choice

On your profile you can download all we store about you, change it, or close your account. Questions: {support}.`;

export const responsibleGaming = `## Before you bet

Bet only what you can afford to lose. Losing streaks are normal, and no model prevents them. Set a limit for money and time first.

## When to stop

Stop when you chase losses, borrow to bet, hide your betting or no longer enjoy it.

## Take a break

Members can take a break of one day to six months on their profile. Until it is over they get no picks and no alerts, and nobody can end it early.`;

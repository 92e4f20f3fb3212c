/** The audit trail's actions in words. Pure. */
const actionTexts: Readonly<Record<string, string>> = {
  "session.begun": "Signed in",
  "session.ended": "Signed out",
  "session.refused": "Sign-in refused",
  "session.throttled": "Sign-in refused after too many attempts",
  "password.changed": "Own password changed",
  "password.refused": "Wrong current password entered",
  "password.reset": "Password reset",
  "password.reset_refused": "Wrong reset code entered",
  "admin-secret.refused": "Wrong admin secret entered",
  "two-factor.on": "Two-factor sign-in turned on",
  "two-factor.off": "Two-factor sign-in turned off",
  "two-factor.codes_renewed": "New recovery codes created",
  "two-factor.recovery_used": "Recovery code used",
  "two-factor.refused": "Wrong sign-in code entered",
  "two-factor.reset": "Two-factor sign-in reset",
  "email.confirmed": "Email confirmed",
  "break.begun": "Break begun",
  "break.extended": "Break made longer",
  "account.closing": "Own account closed, to be deleted",
  "account.kept": "Own account kept",
  "account.closed": "Account deleted, as its owner asked",
  "members.mailed": "Imported members sent the mail to set a password",
  "user.created": "Account created",
  "user.renamed": "Name changed",
  "user.suspended": "Account suspended",
  "user.activated": "Account activated",
  "user.deleted": "Account deleted",
  "membership.paid": "Subscription paid",
  "membership.paid_twice": "Second subscription paid",
  "membership.canceled": "Own membership canceled",
  "membership.canceled_by_staff": "Subscription canceled by staff",
  "membership.paused": "Payments paused",
  "membership.resumed": "Payments resumed",
  "payment.refunded": "Payment refunded",
  "email.confirmation_resent": "Link to confirm the email sent again",
  "membership.changed": "End of access changed",
  "membership.moved": "Subscription moved to the account that paid",
  "membership.taken_over": "Subscription moved here from an account matched by email",
  "membership.detached": "Subscription detached",
  "access.set": "Access set",
  "tip.changed": "Bankroll tips changed",
};

/** The actions that the trail hides until they are asked for: nearly every entry is one of them. */
export const signInActions = ["session.begun", "session.ended", "session.refused", "session.throttled"];

/** Falls back to the action's name: "pick.settled" becomes "Pick settled". */
export function actionText(action: string): string {
  const text = actionTexts[action];
  if (text !== undefined) return text;
  const name = action.replace(/[._-]+/g, " ").trim();
  return name.charAt(0).toUpperCase() + name.slice(1);
}

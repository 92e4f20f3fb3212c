import type { ButtonHTMLAttributes, MouseEvent } from "react";

type SendButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** While its form is being sent. */
  busy: boolean | undefined;
};

/** The button of a form that takes no second press while the first is under way, and keeps the focus meanwhile: a disabled one would drop it. */
export function SendButton({ busy, ...button }: SendButtonProps) {
  return <button {...button} aria-disabled={busy || undefined} onClick={busy ? stop : undefined} />;
}

// Enter in a field presses the form's button too.
function stop(event: MouseEvent): void {
  event.preventDefault();
}

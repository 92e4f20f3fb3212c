import type { ButtonHTMLAttributes, MouseEvent } from "react";

type SendButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  busy: boolean | undefined;
};

/** Ignores presses while busy. Not disabled then: a disabled button loses the focus. */
export function SendButton({ busy, ...button }: SendButtonProps) {
  return <button {...button} aria-disabled={busy || undefined} onClick={busy ? stop : undefined} />;
}

// Enter in a field also clicks the form's button.
function stop(event: MouseEvent): void {
  event.preventDefault();
}

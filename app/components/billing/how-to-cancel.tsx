const subject = "Cancel my membership";

/** Where payments go through a page that takes no requests of ours: people cancel for the member. */
export function HowToCancel({ supportEmail }: { supportEmail: string }) {
  return (
    <p>
      To cancel, email{" "}
      <a className="a" href={`mailto:${supportEmail}?subject=${encodeURIComponent(subject)}`}>
        {supportEmail}
      </a>{" "}
      from this account's address, with the subject "{subject}". You can ask about your bill there, too.
    </p>
  );
}

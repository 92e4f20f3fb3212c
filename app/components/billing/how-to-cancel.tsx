const subject = "Cancel my membership";

/** Where payments go through a page that takes no requests of ours: people cancel for the member. */
export function HowToCancel({ supportEmail }: { supportEmail: string }) {
  return (
    <p>
      To cancel, write to{" "}
      <a className="a" href={`mailto:${supportEmail}?subject=${encodeURIComponent(subject)}`}>
        {supportEmail}
      </a>{" "}
      from the email of this account, with the subject "{subject}". Write there with questions about your bill, too.
    </p>
  );
}

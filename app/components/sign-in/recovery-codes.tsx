import { Link } from "@remix-run/react";
import type { TwoFactorStep } from "../../models/sign-in/two-factor.server.ts";
import { profilePath } from "../../paths/paths.ts";
import { NoticeAlert } from "../shared/notice.tsx";
import { useCopy } from "../forms/use-copy.ts";

export function RecoveryCodes({ step: { done, recoveryCodes } }: { step: TwoFactorStep }) {
  const { ready, message, copy } = useCopy("Copied.");
  const list = recoveryCodes.join("\n");
  return (
    <section className="panel" aria-labelledby="recovery">
      <h2 id="recovery">Your recovery codes</h2>
      <NoticeAlert
        notice={{ text: done === "on" ? "Two-factor sign-in is on." : "Your old codes no longer work.", tone: "good" }}
      />
      <p>
        Each one works once, instead of a code from your phone. Print or copy them now:{" "}
        <strong>you won't see them again.</strong>
      </p>
      <pre>
        <code>{list}</code>
      </pre>
      <div className="row by-script">
        <button className="btn" type="button" disabled={!ready} onClick={() => void copy(list)}>
          Copy
        </button>
        <button className="btn" type="button" disabled={!ready} onClick={() => window.print()}>
          Print
        </button>
      </div>
      <p className={message === "" ? "vh" : "alert"} role="status">
        {message}
      </p>
      <div className="row">
        <Link className="btn primary" to={profilePath}>
          I saved them
        </Link>
      </div>
    </section>
  );
}

import { Form, Link, useLocation } from "@remix-run/react";
import type { RefusedPage } from "../../http/form-state.ts";
import { adminPath, dashboardPath, home, memberHome, signInPath } from "../../paths/paths.ts";
import { type Someone, isStaff } from "../../policy.ts";
import { MemberFrame, PublicFrame } from "./frame.tsx";
import { useFrame } from "./use-frame.tsx";

/** Stands for a status when no response came. */
export const noAnswer = 0;

const titles: Readonly<Record<number, string>> = {
  [noAnswer]: "No connection",
  401: "Please sign in again",
  403: "Not allowed",
  404: "Page not found",
  405: "Not available here",
  413: "Too long",
  500: "Something went wrong",
};

const explanations: Readonly<Record<number, string>> = {
  [noAnswer]: "We couldn't load this page. Check your connection and try again.",
  500: "This is our fault, not yours. Please try again in a moment.",
};

export function errorTitle(status: number): string {
  return titles[status] ?? "Not possible";
}

export function ErrorPage({
  status,
  refused: { message, values = {}, resend },
}: {
  status: number;
  refused: Partial<RefusedPage>;
}) {
  const { person } = useFrame();
  const { pathname, search } = useLocation();
  const here = pathname + search;
  const inStaffArea = isStaff(person) && pathname.startsWith(`${adminPath}/`);
  const Frame = person ? MemberFrame : PublicFrame;
  return (
    <Frame current={inStaffArea ? adminPath : undefined}>
      <div className="wrap page stack gap">
        <div className="stack">
          <h1>{errorTitle(status)}</h1>
          <p>{message ?? explanations[status] ?? "We couldn't do that."}</p>
        </div>
        {[noAnswer, 500].includes(status) && (
          <p>
            <a className="btn primary" href={here}>
              Try again
            </a>
          </p>
        )}
        {resend ? <SendAgain to={here} values={values} /> : <EnteredValues values={values} />}
        <p>
          {inStaffArea && (
            <>
              <Link className="a" to={adminPath}>
                Go to the staff area
              </Link>{" "}
              ·{" "}
            </>
          )}
          <BackLink person={person} />
        </p>
      </div>
    </Frame>
  );
}

function BackLink({ person }: { person: Someone | null }) {
  if (person === null)
    return (
      <Link className="a" to={home} reloadDocument>
        Go to the home page
      </Link>
    );
  const homePath = memberHome(person);
  return (
    <Link className="a" to={homePath}>
      {homePath === dashboardPath ? "Go to Today's Picks" : "Go to your profile"}
    </Link>
  );
}

function SendAgain({ to, values }: { to: string; values: Readonly<Record<string, string>> }) {
  return (
    <Form className="stack" method="post" action={to}>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="row">
        <a className="btn" href={signInPath} target="_blank" rel="noopener">
          Sign in on another tab
        </a>
        <button className="btn primary">Send again</button>
      </div>
    </Form>
  );
}

function EnteredValues({ values }: { values: Readonly<Record<string, string>> }) {
  const filled = Object.entries(values).filter(([, value]) => value !== "");
  if (filled.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="typed">
      <h2 id="typed">What you entered</h2>
      {filled.map(([name, value]) => (
        <p key={name} className="pre">
          {name.replaceAll("_", " ")}: {value}
        </p>
      ))}
    </section>
  );
}

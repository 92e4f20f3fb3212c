import { Form, Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { RefusedPage } from "../form-state.ts";
import { adminPath, dashboardPath, home, memberHome, signInPath } from "../paths.ts";
import { isStaff } from "../policy.ts";
import { AdminTabs } from "./admin-tabs.tsx";
import { MemberFrame, PublicFrame, useFrame } from "./frame.tsx";

const titles: Readonly<Record<number, string>> = {
  401: "Please sign in again",
  403: "Not allowed",
  404: "Page not found",
  405: "Nothing to do here",
  413: "Too long",
  500: "Something went wrong",
};

const explanations: Readonly<Record<number, string>> = {
  404: "There is nothing at this address. It may have been moved or deleted.",
  500: "This is our fault, not yours. Please try again in a moment.",
};

export function errorTitle(status: number): string {
  return titles[status] ?? "Not possible";
}

/** The page for what can't be shown or done, in the product's look: in the staff area with its tabs. What was typed into a refused form is kept on it. */
export function ErrorPage({ status, refused }: { status: number; refused: unknown }) {
  const { person } = useFrame();
  const { pathname } = useLocation();
  const { message, values = {}, resend = false } = readRefused(refused);
  const inStaffArea = isStaff(person) && pathname.startsWith(`${adminPath}/`);
  const Title = inStaffArea ? "h2" : "h1";
  const content: ReactNode = (
    <>
      <div className="stack">
        <Title>{errorTitle(status)}</Title>
        <p>{message ?? explanations[status] ?? "This could not be done."}</p>
      </div>
      {resend ? <SendAgain values={values} /> : <Typed values={values} />}
      <p><Link className="a" to={person ? memberHome(person) : home} reloadDocument={!person}>{person ? (memberHome(person) === dashboardPath ? "To Today's Picks" : "To your profile") : "To the home page"}</Link></p>
    </>
  );
  if (inStaffArea) return <MemberFrame current={adminPath}><div className="wrap page"><AdminTabs current={pathname} /><div className="stack gap">{content}</div></div></MemberFrame>;
  const Frame = person ? MemberFrame : PublicFrame;
  return <Frame><div className="wrap page stack gap">{content}</div></Frame>;
}

function SendAgain({ values }: { values: Readonly<Record<string, string>> }) {
  const { pathname, search } = useLocation();
  return (
    <Form className="stack" method="post" action={`${pathname}${search}`}>
      {Object.entries(values).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      <div className="row">
        <a className="btn" href={signInPath} target="_blank" rel="noopener">Sign in in another tab</a>
        <button className="btn primary">Send again</button>
      </div>
    </Form>
  );
}

function Typed({ values }: { values: Readonly<Record<string, string>> }) {
  const filled = Object.entries(values).filter(([, value]) => value !== "");
  if (filled.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="typed">
      <h2 id="typed">What you had entered</h2>
      {filled.map(([name, value]) => <p key={name} className="pre">{name.replaceAll("_", " ")}: {value}</p>)}
    </section>
  );
}

function readRefused(refused: unknown): Partial<RefusedPage> {
  return isRefused(refused) ? refused : {};
}

function isRefused(value: unknown): value is RefusedPage {
  return typeof value === "object" && value !== null && "message" in value && typeof value.message === "string";
}

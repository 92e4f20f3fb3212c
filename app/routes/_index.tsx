import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PublicFrame } from "../components/frame.tsx";
import { NoticeAlert, noticeIcons } from "../components/notice.tsx";
import { noForm, page } from "../http.server.ts";
import { openSite } from "../models/site.server.ts";
import { home, signInPath, staffSignInPath } from "../paths.ts";
import { titled } from "../site.ts";

const headline = "Elevate Your Betting With AI-Generated Winning Picks";

export const meta = () => titled(headline);
export const loader = (args: LoaderFunctionArgs) => page(args, openSite);
export const action = () => noForm();

export default function Landing() {
  const { notice } = useLoaderData<typeof loader>();
  return (
    <PublicFrame current={home} icons={noticeIcons} mainClass="glow">
      <div className="wrap hero">
        <div>
          <NoticeAlert notice={notice} />
          <p className="eyebrow">3-5 certified plays a day, updated every morning</p>
          <h1>{headline}</h1>
          <p className="lead">Every play is simulated by the AI, double-checked by pro handicappers, and sent with a confidence and a unit size.</p>
          <div className="row">
            <Link className="btn primary big" to={signInPath}>Member Login</Link>
            <Link className="btn big" to={staffSignInPath}>Admin Login</Link>
          </div>
        </div>
      </div>
    </PublicFrame>
  );
}

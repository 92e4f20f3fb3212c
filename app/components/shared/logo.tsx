import { Link } from "@remix-run/react";
import { siteName } from "../../site.ts";
import { useFrame } from "./use-frame.tsx";

export function Logo({ to }: { to: string }) {
  const { logo } = useFrame().site;
  return (
    <Link className="logo" to={to}>
      {logo === undefined ? (
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <rect width="24" height="24" rx="6" fill="#ffd43b" />
          <path d="M5 18v-3M8.5 18v-6" stroke="#171305" strokeWidth="2.2" opacity=".4" />
          <path d="M12 18V6M15.5 18v-8M19 18v-4" stroke="#171305" strokeWidth="2.2" />
        </svg>
      ) : (
        <img src={`/logo.svg?v=${logo}`} alt="" width="24" height="24" />
      )}
      {siteName()}
    </Link>
  );
}

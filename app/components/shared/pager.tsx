import { Link, useLocation } from "@remix-run/react";
import { pageNumbers } from "../../models/list-page.ts";
import { withQuery } from "../../paths/paths.ts";

interface PagerProps {
  page: number;
  pages: number;
  /** The fragment to jump to, and the name in the query, for a page with several lists. */
  anchor?: string;
  name?: string;
}

export function Pager({ page, pages, anchor = "", name = "page" }: PagerProps) {
  const { pathname, search } = useLocation();
  if (pages <= 1) return null;
  const to = (target: number) => withQuery(pathname, search, { [name]: target === 1 ? "" : String(target) }) + anchor;
  return (
    <nav className="pager" aria-label="Pages">
      <span className="vh">{`Page ${page} of ${pages}`}</span>
      <div className="seg">
        {pageNumbers(page, pages).map((number, index) =>
          number === null ? (
            <span key={-index} className="row">
              …
            </span>
          ) : (
            <Link key={number} to={to(number)} aria-current={number === page ? "page" : undefined}>
              {number}
            </Link>
          ),
        )}
      </div>
      <Step label="Prev" rel="prev" to={page > 1 ? to(page - 1) : null} />
      <Step label="Next" rel="next" to={page < pages ? to(page + 1) : null} />
    </nav>
  );
}

function Step({ label, rel, to }: { label: string; rel: string; to: string | null }) {
  if (to === null)
    return (
      <span className="btn" aria-disabled="true">
        {label}
      </span>
    );
  return (
    <Link className="btn" to={to} rel={rel}>
      {label}
    </Link>
  );
}

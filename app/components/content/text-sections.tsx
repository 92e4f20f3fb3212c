/** The HTML in these props must come from markdown.server.ts, which makes it safe. */
import { Fragment } from "react";
import type { Section } from "../../models/content/sections.ts";

export function TextSections({ sections }: { sections: readonly Section[] }) {
  return (
    <>
      {sections.map(({ title, html }, index) => (
        <Fragment key={index}>
          {title !== "" && <h2 dangerouslySetInnerHTML={{ __html: title }} />}
          {html !== "" && <div dangerouslySetInnerHTML={{ __html: html }} />}
        </Fragment>
      ))}
    </>
  );
}

/** Each section is a question that opens its answer; what stands before the first one is shown. */
export function Questions({ sections }: { sections: readonly Section[] }) {
  return (
    <section className="wrap sec" aria-labelledby="faq">
      <div className="read stack">
        <h2 id="faq">Questions and Answers</h2>
        <div className="panel">
          {sections.map(({ title, html }, index) =>
            title === "" ? (
              <div key={index} className="prose" dangerouslySetInnerHTML={{ __html: html }} />
            ) : (
              <details key={index} className="unfold">
                <summary dangerouslySetInnerHTML={{ __html: title }} />
                <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
              </details>
            ),
          )}
        </div>
      </div>
    </section>
  );
}

import type { Panels } from "../../models/content/sidebar.server.ts";

export function SidePanels({ sidebar }: { sidebar: Panels }) {
  return (
    <aside className="stack side" aria-label="Updates">
      <SidePanel title="Recent Results" text={sidebar.results || "No recent results yet."} />
      <SidePanel title="AI Notes" text={sidebar.notes || "No AI notes available."} />
      <SidePanel title="Next Update" text={sidebar.next || "Update time not set."} />
    </aside>
  );
}

export function SidePanel({ title, text }: { title: string; text: string }) {
  return (
    <section className="panel">
      <h2>{title}</h2>
      <p className="pre">{text}</p>
    </section>
  );
}

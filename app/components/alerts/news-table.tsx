import { boxOf, kindsFor, kindsOfNews, newsChannels } from "../../models/alerts/kinds.ts";
import type { Wants } from "../../models/alerts/choices.server.ts";
import { useFrame } from "../shared/use-frame.tsx";

interface NewsTableProps {
  wants: Wants;
  isTicked: (name: string, saved: boolean) => boolean;
}

const headings = { mail: "Email", push: "Alert" } as const;

export function NewsTable({ wants, isTicked }: NewsTableProps) {
  const hasCard = useFrame().person?.pending !== undefined;
  return (
    <table className="slim">
      <thead>
        <tr>
          <th scope="col">Kind</th>
          {newsChannels.map((channel) => (
            <th key={channel} scope="col" id={channel}>
              {headings[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kindsFor(hasCard).map((kind) => (
          <tr key={kind}>
            <th scope="row" className="full">
              <b id={kind}>{kindsOfNews[kind].label}</b>
              <span>{kindsOfNews[kind].help}</span>
            </th>
            {newsChannels.map((channel) => (
              <td key={channel}>
                {kindsOfNews[kind][channel] !== null && (
                  <label className="check">
                    <input
                      type="checkbox"
                      name={boxOf(kind, channel)}
                      value="yes"
                      aria-labelledby={`${kind} ${channel}`}
                      defaultChecked={isTicked(boxOf(kind, channel), wants[kind][channel] ?? false)}
                    />
                  </label>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

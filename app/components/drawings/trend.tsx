import { countText } from "../../format.ts";
import { addDays, formatCalendarDate } from "../../time/calendar-date.ts";
import { barsPath } from "./trend-bars.ts";

interface TrendProps {
  label: string;
  /** YYYY-MM-DD, of the first value. */
  first: string;
  /** One for each day. */
  values: readonly number[];
  format?: (value: number) => string;
}

/** A bar for each day, and the same as a table. It needs no script. */
export function Trend({ label, first, values, format = countText }: TrendProps) {
  const dayOf = (index: number) => formatCalendarDate(addDays(first, index));
  const last = values.length - 1;
  if (values.every((value) => value === 0)) return <p className="muted">{`${label}: none in the last 30 days.`}</p>;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return (
    <figure className="chart">
      <figcaption>
        {label} <span className="muted">{`${dayOf(0).slice(0, 5)} to ${dayOf(last).slice(0, 5)}`}</span>
      </figcaption>
      <svg
        className="plot"
        viewBox="0 0 240 40"
        role="img"
        aria-label={`${label} from ${dayOf(0)} to ${dayOf(last)}: least ${format(least)}, most ${format(most)}, last ${format(values[last] ?? 0)}`}
      >
        <path className="bars" d={barsPath(values, (value) => value > 0)} />
        {least < 0 && <path className="bars n" d={barsPath(values, (value) => value < 0)} />}
      </svg>
      <details className="unfold">
        <summary>
          Day by day<span className="vh">{`: ${label}`}</span>
        </summary>
        <table className="slim">
          <tbody>
            {values
              .map((value, index) => (
                <tr key={index}>
                  <th scope="row">{dayOf(index).slice(0, 5)}</th>
                  <td className="num">{format(value)}</td>
                </tr>
              ))
              .toReversed()}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

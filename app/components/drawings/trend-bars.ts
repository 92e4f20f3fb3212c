/** The geometry of a trend. Pure. The drawing is 240 wide and 40 high. */

const [width, height] = [240, 40];
const barShare = 0.7;

/** The SVG path of the bars that are drawn; 0 has none. */
export function barsPath(values: readonly number[], isDrawn: (value: number) => boolean): string {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const yOf = (value: number) => oneDecimal((height * (high - value)) / (high - low || 1));
  const slot = width / values.length;
  return values
    .map((value, index) =>
      isDrawn(value)
        ? `M${oneDecimal(index * slot)} ${yOf(0)}V${yOf(value)}h${oneDecimal(slot * barShare)}V${yOf(0)}z`
        : "",
    )
    .join("");
}

function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}

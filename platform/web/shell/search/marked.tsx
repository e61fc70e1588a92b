/** A text in which the parts that were looked for stand out. */

export function Marked({ text, hits = [] }: { readonly text: string; readonly hits?: readonly (readonly [from: number, to: number])[] }) {
  const ends = [0, ...hits.map(([, to]) => to)]
  return (
    <>
      {hits.map(([from, to], i) => [text.slice(ends[i], from), <mark key={from}>{text.slice(from, to)}</mark>])}
      {text.slice(ends.at(-1))}
    </>
  )
}

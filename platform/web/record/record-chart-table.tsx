/** The figures of a record's chart: a row for each point; what lies above a bound is marked. */
import { MISSING } from '#platform/format/numbers.ts'
import type { RecordChart } from '../../declare/wire.ts'

/** Whether a bar is higher than the bounds of its point. */
function isAbove({ series }: RecordChart, value: string | null, at: number): boolean {
  const limits = series.flatMap(one => (one.as === 'limit' ? [Number(one.values[at] ?? Number.POSITIVE_INFINITY)] : []))
  return value !== null && limits.some(limit => Number(value) > limit)
}

export function RecordChartTable({ chart }: { readonly chart: RecordChart }) {
  return (
    <table className="zg-table zg-chart-table">
      <thead>
        <tr>
          <th scope="col">{chart.over}</th>
          {chart.series.map(one => (
            <th key={one.title} scope="col" className="zg-figure">
              {one.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {chart.points.map((point, at) => (
          <tr key={point}>
            <th scope="row">{point}</th>
            {chart.series.map(({ title, values, as }) => {
              const value = values[at] ?? null
              return (
                <td key={title} className={as === 'bar' && isAbove(chart, value, at) ? 'zg-figure zg-negative' : 'zg-figure'}>
                  {value ?? MISSING}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

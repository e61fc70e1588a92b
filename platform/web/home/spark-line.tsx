/** A small trend: a line over its area, the zero line where there are values below it, a gap where a value is missing. */
import { max, min, sparkPath, type Point } from './spark-points.ts'

const [width, height] = [300, 72]

export function SparkLine({ values, label }: { values: readonly (string | null)[]; label: string }) {
  const points = sparkPath(values, width, height)
  const hasNegative = min(values) < 0 && max(values) > 0
  const path = (run: readonly Point[]): string => run.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('')
  return (
    <svg className="zg-spark" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
      {hasNegative && (
        <line x1={0} x2={width} y1={points.zero} y2={points.zero} stroke="var(--ant-color-border)" vectorEffect="non-scaling-stroke" />
      )}
      {points.runs.map((run, at) => (
        <g key={at}>
          <path
            d={`${path(run)}L${run.at(-1)?.[0] ?? 0} ${points.zero}L${run[0]?.[0] ?? 0} ${points.zero}Z`}
            fill="var(--ant-color-primary)"
            opacity={0.12}
          />
          <path d={path(run)} fill="none" stroke="var(--ant-color-primary)" strokeWidth={2} vectorEffect="non-scaling-stroke" />
        </g>
      ))}
    </svg>
  )
}

/**
 * A small trend: a line over its area, the zero line where there are values below it, a gap where a value is missing, hatched where not all
 * days are there yet.
 */
import { useId } from 'react'
import { runsOf } from '../chart/hatch.ts'
import { max, min, sparkPath, type Point } from './spark-points.ts'

const [width, height] = [300, 72]

interface SparkLineProps {
  readonly values: readonly (string | null)[]
  readonly label: string
  /** whether days of a value are not there yet */
  readonly isIncomplete?: (at: number) => boolean
}

const never = (): boolean => false

export function SparkLine({ values, label, isIncomplete = never }: SparkLineProps) {
  const hatch = useId()
  const runs = runsOf(values.length, isIncomplete)
  // a value stands in the middle of its band; the first and the last have half of one
  const band = width / Math.max(1, values.length - 1)
  const edge = (at: number): number => Math.max(0, Math.min(width, at * band))
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
      {runs.length > 0 && (
        <pattern id={hatch} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1={0} x2={0} y1={0} y2={6} stroke="var(--ant-color-text-tertiary)" strokeWidth={2} />
        </pattern>
      )}
      {runs.map(([from, to]) => (
        <rect
          key={from}
          className="zg-spark-incomplete"
          x={edge(from - 0.5)}
          width={edge(to + 0.5) - edge(from - 0.5)}
          y={0}
          height={height}
          fill={`url(#${hatch})`}
          opacity={0.6}
        />
      ))}
    </svg>
  )
}

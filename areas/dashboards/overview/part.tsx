/** A part of 经营概览: its title, and its content with its own loading and failure. Its height is there from the start. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CardFailed, CardLoading } from '#platform/web/cards/card-frame.tsx'

interface PartProps {
  readonly title: string
  /** columns of twelve */
  readonly width: number
  /** rows of the grid */
  readonly height: number
  readonly children: ReactNode
}

export const Part = ({ title, width, height, children }: PartProps) => (
  <section className="zg-overview-part" style={{ gridColumn: `span ${width}`, gridRow: `span ${height}` }} aria-label={title}>
    <h2>{title}</h2>
    <div className="zg-overview-body">{children}</div>
  </section>
)

/** The answer, or what stands in its place. */
export function Answered<T>({ query, children }: { readonly query: UseQueryResult<T>; readonly children: (answer: T) => ReactNode }) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
}

/**
 * On the page of a report that is held against something: why its figure moved, above the rows. A number chooses the rows it is made of.
 */
import type { ReportDefinition, WhyPiece } from '../../declare/wire.ts'
import { periodOf } from './report-query.ts'
import type { ReportState } from './report-state.ts'
import { useWhy } from './use-why.ts'
import { WhyText } from './why-text.tsx'
import './why.css'

interface ReportWhyProps {
  readonly definition: ReportDefinition
  readonly state: ReportState
  readonly onState: (state: ReportState) => void
}

export function ReportWhy({ definition, state, onState }: ReportWhyProps) {
  const { where, clock, compare } = state
  const isAsked = definition.isPlanned === true || compare !== null
  const query = { where, ...periodOf(state), ...(clock === null ? {} : { clock }), ...(compare === null ? {} : { compare }) }
  const { data, error } = useWhy(definition, isAsked ? query : null)
  if (!isAsked || definition.calls.why === undefined || error !== null) return null
  // its place is kept while it is on its way
  if (data === undefined) return <p className="zg-report-why" aria-busy />
  const open = ({ measures = [], where: narrowed = {} }: WhyPiece): void =>
    onState({ ...state, where: { ...where, ...narrowed }, columns: measures.length === 0 ? null : measures })
  return <WhyText answer={data} onOpen={open} />
}

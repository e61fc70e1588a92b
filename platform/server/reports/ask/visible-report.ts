/**
 * What of a report its reader may see. Every way out of a report goes through here: rows, lines, export, definition, pivots, alerts, SQL.
 * Whoever lacks the right to costs meets the report as if it had none of their measures: they are in no answer, and an order or a question
 * that names one is refused as an unknown measure.
 */
import { costMeasures, costRightOf, seeCost, withoutCost } from '#platform/declare/cost.ts'
import type { Report } from '#platform/declare/report.ts'
import { may } from '../../calls/may.ts'
import type { Context } from '../../contract/context.ts'
import type { FurtherRight } from '../../contract/route.ts'

type Right = Pick<Report, 'permission' | 'costRight' | 'isWhole'>

export const seesCost = ({ caller }: Pick<Context, 'caller'>, report: Right): boolean =>
  report.isWhole === true || may(caller, report.permission, costRightOf(report))

export const visibleReport = (context: Pick<Context, 'caller'>, report: Report): Report =>
  seesCost(context, report) ? report : withoutCost(report)

/** The right to costs beside that to the report's calls; none of a report without costs. */
export const costRights = (report: Report): readonly FurtherRight[] =>
  costMeasures(report).size === 0 ? [] : [{ operation: costRightOf(report), title: seeCost.title }]

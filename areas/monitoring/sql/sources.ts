/** Lists and reports that become SQL: those whose own call the asker may use. */
import type { ReportQuery } from '#platform/declare/wire.ts'
import type { Report } from '#platform/declare/report.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { operations } from '#platform/declare/operations.ts'
import { may, satisfies, refuse, type Context, checkOf } from '#platform/server/area.ts'
import { reportInput, visibleReport } from '#platform/server/reports.ts'
import { visibleResource } from '#platform/server/lists.ts'
import type { SqlAsk } from './answers.ts'

const check = checkOf(reportInput, undefined)
/** What a report is asked for; a list holds its query against its fields itself. */
export function reportQuery(query: SqlAsk['query']): ReportQuery {
  const checked = check({ ...query })
  if (checked.errors) throw refuse.invalid(checked.errors.map(one => ({ ...one, field: `query.${one.field}` })))
  return checked.value as unknown as ReportQuery
}

/** A list as the asker sees it, or a report; anything else, and what he may not see, is unknown alike. */
export function sourceOfName(context: Context, source: string, operation: number = operations.view): Resource | Report {
  const { caller, house } = context
  const [kind = '', name = ''] = source.split(':')
  const { routes, reports } = house.registry
  if (kind === 'list') {
    const verb = operation === operations.export ? 'export' : 'list'
    const route = routes.find(one => one.verb === verb && one.resource?.type === name && satisfies(caller, one.demand))
    if (route?.resource !== undefined) return visibleResource(caller, route.resource)
  }
  const report = kind === 'report' ? reports.get(name)?.report : undefined
  if (report !== undefined && may(caller, report.permission, operation)) return visibleReport(context, report)
  throw refuse.unknown(['列表或报表', 'List or report'])
}

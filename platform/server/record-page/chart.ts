/** A chart of one record: `'POST /Project/burnDown': chart(project, face, burnDownOf)`. Whoever sees the record sees it. */
import type { ChartFace } from '#platform/declare/chart.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { RecordChart, Row } from '#platform/declare/wire.ts'
import { demandOf } from '../calls/verbs.ts'
import { Query, RowId } from '../calls/wire-types.ts'
import type { Context } from '../contract/context.ts'
import type { Route } from '../contract/route.ts'
import { visibleResource } from '../lists/column-rights.ts'
import { oneRecord } from '../verbs/record.ts'

export const chart = (resource: Resource, face: ChartFace, read: (context: Context, row: Row) => Promise<RecordChart>): Route => ({
  verb: 'call',
  resource,
  chart: face,
  demand: demandOf(resource, 'view'),
  summary: `${resource.title[0]}：${face.title[0]}`,
  input: Query({ id: RowId('记录') }),
  write: false,
  handler: async (context, ask) => read(context, await oneRecord(context, visibleResource(context.caller, resource), ask.input['id'])),
})

/** From a row that shows a cost to what its units were made of: a button of its list. */
import { operations } from '#platform/declare/operations.ts'
import type { Resource } from '#platform/declare/resource.ts'
import { act, type Route } from '#platform/server/area.ts'
import { oneRecord } from '#platform/server/records.ts'
import { unitCostPath } from './key.ts'

type Row = Readonly<Record<string, unknown>>

export const madeOfRow = (r: Resource, keyOf: (row: Row) => string): Route =>
  act(
    r,
    { name: 'made', title: ['成本构成', 'Made of'], over: 'row', operation: operations.view, result: 'page' },
    async (context, { input }) => ({
      page: `${unitCostPath}?id=${encodeURIComponent(keyOf(await oneRecord(context, r, input['id'])))}`,
    }),
  )

/** The calls of lines of money (declare/money-lines.ts) and of the layouts that people teach for them, in one line of a route map. */
import { permissionOf, type Resource } from '#platform/declare/resource.ts'
import type { TaughtWords } from '#platform/declare/taught-layout.ts'
import type { Title } from '#platform/declare/title.ts'
import type { Context } from '../contract/context.ts'
import type { Ask, RouteKey, RouteMap } from '../contract/route.ts'
import { importOfOwned } from '../imports/owned-import.ts'
import { keptAsPrinted, oneWay } from '../imports/money-lines.ts'
import type { NumberedOwner } from '../imports/owner-of-file.ts'
import { layoutRule, suggestOf } from '../imports/suggest-route.ts'
import { family } from './family.ts'
import { updateRecord } from './record.ts'
import { add, batchUpdate, exportOf, list, remove, removeToo, removeBetween, update } from './verbs.ts'

export interface MoneyCalls {
  readonly lines: Resource
  readonly owner: NumberedOwner
  readonly layouts: Resource
  readonly taught: TaughtWords
  /** families of calls: of the lines, of the layouts */
  readonly names: readonly [lines: string, layouts: string]
  /** of the import's dialog and button */
  readonly title: Title
}

/** tables, and what banks call OFX, CAMT and MT940; a ZIP of one of them */
const accept = ['.csv', '.txt', '.xlsx', '.xls', '.ofx', '.qfx', '.qbo', '.xml', '.sta', '.mt940', '.940', '.swi', '.zip']
const bytesMax = 100 * 1_048_576

export function moneyRoutes({ lines, owner, layouts, taught, names: [name, layoutName], title }: MoneyCalls): RouteMap {
  const field = taught.ownerField
  const written = keptAsPrinted(lines, field)
  const at = (call: string): RouteKey => `POST /${name}/${call}` as RouteKey
  const suggest = `POST /${layoutName}/suggest` as RouteKey
  return {
    [at('list')]: list(lines),
    [at('importData')]: importOfOwned({
      owner: owner.owner,
      field,
      permission: permissionOf(lines),
      title,
      on: [lines],
      accept,
      bytesMax,
      taughtBy: suggest,
    }),
    [at('insert')]: add(lines, { written }),
    [at('update')]: {
      ...update(lines, { written }),
      handler: (context: Context, ask: Ask) => updateRecord(context, lines, ask.input, { written, besides: oneWay(ask.input) }),
    },
    [at('batchUpdate')]: batchUpdate(lines, { written }),
    [at('delete')]: remove(lines),
    [at('batchDelete')]: removeToo(lines),
    [at('deleteData')]: removeBetween(lines),
    [at('listExport')]: exportOf(lines),
    ...family(layoutName, layouts, layoutRule),
    [suggest]: suggestOf(layouts, taught, owner),
  }
}

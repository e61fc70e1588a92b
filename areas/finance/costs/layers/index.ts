/** Product cost in layers: what this room adds to finance. */
import { layerResults } from './derived-tables.ts'
import { makeStock } from './demo.ts'
import { layersHandler, layersJob, layersTimed } from './compute.ts'
import { returnsFollow, shipmentsFollow } from './flows.ts'
import { layerFollowers, layerLocks } from './follow.ts'
import { ledger, returns } from '../../facts/fba/sheets.ts'
import { itemCost } from './item-cost.ts'
import { inventoryValue } from './inventory-value.ts'
import { costProvisional } from './provisional.ts'
import { stockProof } from './stock-proof.ts'
import { writeDownFollows, writeDownLock } from './write-down.ts'
import { writeDownTables } from './write-down-tables.ts'
import { layerRoutes } from './routes.ts'
import { layerDocuments } from './tables.ts'
import { valueByKind } from './value-by-kind.ts'
import { stockValueList } from './value-list.ts'

export const layerPart = {
  filesFollow: { [returns.code]: returnsFollow, [ledger.code]: shipmentsFollow },
  resources: [
    ...layerDocuments,
    ...layerResults,
    ...writeDownTables,
    inventoryValue,
    itemCost,
    costProvisional,
    valueByKind,
    stockValueList,
    stockProof,
  ],
  routes: layerRoutes,
  follows: { ...layerFollowers, stock_write_down: writeDownFollows },
  rowLocks: { ...layerLocks, stock_write_down: writeDownLock },
  jobs: { [layersJob]: layersHandler },
  timed: layersTimed,
  demoFigures: makeStock,
}

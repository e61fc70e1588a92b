/** Route map of the documents of the warehouse. */
import { sentence } from '#platform/declare/sentence.ts'
import type { Resource } from '#platform/declare/resource.ts'
import type { Route, RouteKey, RouteMap } from '#platform/server/area.ts'
import { exportOf, family, imported, list, type Rule } from '#platform/server/records.ts'
import { step } from '#platform/server/steps.ts'
import { goodsCount, goodsCountLine } from './count-tables.ts'
import { goodsIn, goodsInLine } from './in-tables.ts'
import { goodsOut, goodsOutLine } from './out-tables.ts'
import { relabelLabels } from './relabel-labels.ts'
import { goodsRelabel, goodsRelabelLine } from './relabel-tables.ts'
import { goodsTransfer, goodsTransferLine } from './transfer-tables.ts'
import { outboundCalls } from './outbound-calls.ts'
import { returnRoutes } from './post-return.ts'
import { purchaseReturn, purchaseReturnLine } from './return-tables.ts'
import { goodsRights } from './words.ts'

const programs: ReadonlySet<string> = new Set(['program'])

/** All calls of a document with its lines; each step that people take is called by its name. */
export function documentCalls(name: string, document: Resource, lines: Resource | null, rule: Rule = () => []): RouteMap {
  const steps = Object.entries(document.states?.steps ?? {}).flatMap(([one, { may }]) => (programs.has(may.by) ? [] : [one]))
  return {
    ...family(name, document, rule),
    ...Object.fromEntries(steps.map(one => [`POST /${name}/${one}` as RouteKey, step(document, one)])),
    ...(lines === null ? {} : { [`POST /${name}Line/list`]: list(lines), [`POST /${name}Line/listExport`]: exportOf(lines) }),
  }
}

/** Goods go to another warehouse. */
const transferRule: Rule = ({ fromWarehouseId, toWarehouseId }) =>
  fromWarehouseId !== undefined && fromWarehouseId === toWarehouseId
    ? [{ field: 'toWarehouseId', message: sentence`调入仓库不能与调出仓库相同` }]
    : []

type Right = (typeof goodsRights)[keyof typeof goodsRights]
/** The call asks for these rights besides, where the document needs them. */
const withRights = (route: Route, ...rights: readonly Right[]): Route => ({
  ...route,
  further: rights.map(({ operation, title }) => ({ operation, title })),
})

export const documentRoutes: RouteMap = {
  ...documentCalls('goodsIn', goodsIn, goodsInLine),
  ...imported('goodsIn', goodsIn),
  'POST /goodsIn/receive': withRights(step(goodsIn, 'receive'), goodsRights.backdate, goodsRights.over),
  ...documentCalls('goodsOut', goodsOut, goodsOutLine),
  ...imported('goodsOut', goodsOut),
  ...documentCalls('goodsTransfer', goodsTransfer, goodsTransferLine, transferRule),
  ...outboundCalls,
  ...documentCalls('purchaseReturn', purchaseReturn, purchaseReturnLine),
  ...returnRoutes,
  ...documentCalls('goodsRelabel', goodsRelabel, goodsRelabelLine),
  ...imported('goodsRelabel', goodsRelabel),
  'POST /goodsRelabel/labels': relabelLabels,
  'POST /goodsRelabel/post': withRights(step(goodsRelabel, 'post'), goodsRights.backdate),
  ...documentCalls('goodsCount', goodsCount, goodsCountLine),
}

/** Production: what is made of what, at which cost. */
import { whenFolded } from '#areas/finance/index.ts'
import { keepSubmitted, whenBundled, whenCounted, whenCut, whenPicked, whenReceived } from '#areas/goods/index.ts'
import type { Area } from '#platform/server/area.ts'
import { bom, bomLine } from './bom-tables.ts'
import { bundleBills, putTogether } from './bundles.ts'
import { goodsConvert, goodsConvertLine } from './convert-tables.ts'
import { keepConverts, postConvert } from './convert.ts'
import { makeBills, makeOrders } from './demo.ts'
import { productionMaterial, productionOrder, productionReceipt, workReport } from './order-tables.ts'
import { figuresFollow, productionFigure, productionFigures } from './figures.ts'
import { spentFollows } from './keep-figures.ts'
import { follow, running } from './floor.ts'
import { inspectAnew, picked } from './passed.ts'
import { docType, holdLess, keepOrders } from './orders.ts'
import { endedBills, keepBoms } from './keep-boms.ts'
import { productionModules } from './menu.ts'
import { makeRequirements } from './mrp/demo.ts'
import { mrpRoutes } from './mrp/routes.ts'
import { keepDuringRun, mrpJobs } from './mrp/run.ts'
import { mrpTables } from './mrp/tables.ts'
import { productionEnglish } from './refusals-en.ts'
import { productionCloseItems, productionNotices, productionTimed } from './notices.ts'
import { countedOutside, received, refuseStrange } from './subcontract.ts'
import { productionRoutes } from './routes.ts'

export { bomKinds } from './bom-tables.ts'
export { rolledCosts } from './read-bills.ts'
export { applyBomChange, bomActions, bomInForce, changedParts } from './apply-change.ts'

whenCut(docType, holdLess)
whenReceived(received)
whenCounted({ counted: countedOutside, refuseStrange })
whenPicked(docType, picked(follow, running))
whenBundled({ bills: bundleBills, made: putTogether })
whenFolded(spentFollows)

export const production: Area = {
  name: 'production',
  title: ['生产', 'Production'],
  resources: [
    bom,
    bomLine,
    goodsConvert,
    goodsConvertLine,
    productionOrder,
    productionMaterial,
    workReport,
    productionReceipt,
    productionFigure,
    ...Object.values(mrpTables),
    ...productionFigures.resources,
  ],
  modules: productionModules,
  routes: { ...productionRoutes, ...mrpRoutes, ...productionFigures.routes },
  reports: productionFigures.reports,
  books: productionFigures.books,
  jobs: mrpJobs,
  english: productionEnglish,
  follows: {
    bom: keepBoms,
    goods_convert: keepConverts,
    production_order: keepOrders,
    mrp_line: keepDuringRun,
    inspection: inspectAnew,
    ...figuresFollow,
  },
  posts: { goods_convert: postConvert },
  timed: [endedBills, ...productionTimed],
  notices: productionNotices,
  closeItems: productionCloseItems,
  demoFigures: [makeBills, makeOrders, makeRequirements],
  rowLocks: { bom_line: keepSubmitted(bom, bomLine) },
}

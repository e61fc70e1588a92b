/** Warehouse: where goods lie, how they move, what is held of them. Values are those of finance. */
import type { Area } from '#platform/server/area.ts'
import { goodsCloseItems } from './close-items.ts'
import { makeWarehouse } from './demo.ts'
import { keepIssued } from './documents/bundles.ts'
import { countTables } from './documents/count-tables.ts'
import { inTables } from './documents/in-tables.ts'
import { outTables } from './documents/out-tables.ts'
import { countAccuracy } from './figures/accuracy.ts'
import { goodsFigures, legsFollow } from './figures/legs.ts'
import { goodsTurnover } from './figures/turnover.ts'
import { followCount, followCountLines, postCount } from './documents/post-count.ts'
import { postIn, postRelabel } from './documents/post-in.ts'
import { keepSubmitted } from './documents/lines.ts'
import { followOut, postOut } from './documents/post-out.ts'
import { followReturn, postReturn, returnOf } from './documents/post-return.ts'
import { returnTables } from './documents/return-tables.ts'
import { followTransfer, postTransfer, transferOf } from './documents/post-transfer.ts'
import { relabelTables } from './documents/relabel-tables.ts'
import { documentsEnglish } from './documents/refusals-en.ts'
import { documentRoutes } from './documents/routes.ts'
import { transferTables } from './documents/transfer-tables.ts'
import { floorEnglish } from './floor/refusals-en.ts'
import { followReceipt, followReceiptLines } from './floor/receive-task.ts'
import { floorRoutes } from './floor/routes.ts'
import { floorTables } from './floor/task-tables.ts'
import { completeGoods, keepLeaves, keepSupply } from './follow.ts'
import { keepBarcodes, keepBatches, keepLocations, keepSupplyData } from './keep.ts'
import { ledgerTables } from './ledger-tables.ts'
import { locationTables } from './location-tables.ts'
import { goodsModules } from './menu.ts'
import { goodsEnglish } from './refusals-en.ts'
import { goodsRoutes } from './routes.ts'
import { orderRoutes, ordersFollow, ordersFollowFiles, ordersJob, ordersRefused } from './orders/index.ts'
import { stockViews } from './stock.ts'

export { moveReasons } from './ledger-tables.ts'
export { batchStatus, goodsBatch, locationKinds, productSupply } from './location-tables.ts'
export { conditions, goodsIn, goodsInLine, inKinds } from './documents/in-tables.ts'
export { whenReceived, type Arriving, type MadeOutside } from './documents/post-in.ts'
export { goodsCount, goodsCountLine } from './documents/count-tables.ts'
export { whenCounted, type CountedOutside, type OrderOfLeaf } from './documents/count-leaf.ts'
export { enter, keyOf, refuseBackdating, takeBack } from './documents/entry.ts'
export { goodsOut, goodsOutLine, outKinds } from './documents/out-tables.ts'
export { goodsTransfer } from './documents/transfer-tables.ts'
export { purchaseReturn, purchaseReturnLine, returnWays } from './documents/return-tables.ts'
export {
  areaOf,
  behind,
  closeTransit,
  holdOrder,
  openTransit,
  refuseElsewhere,
  refuseForeign,
  underWay,
  type UnderWay,
} from './documents/places.ts'
export { whenBundled, type BundleBill, type PutTogether } from './documents/bundles.ts'
export { addOutbound, whenCut } from './documents/cut-holds.ts'
export { puttingBack } from './documents/outbound-calls.ts'
export { putLess, tasksFollow } from './floor/follow-tasks.ts'
export { makePick, makePutting, refuseByHand, worksByTask } from './floor/make-tasks.ts'
export { claim as claimTask } from './floor/claim.ts'
export { confirm as confirmTask, whenPicked, type Picking } from './floor/do-task.ts'
export { goodsLegs } from './figures/legs.ts'
export { issuedReasons } from './figures/turnover.ts'
export { followOutbound, heldLines, lyingAgain, refuseShort, type Outbound } from './documents/outbound.ts'
export { keepSubmitted, lockDocument } from './documents/lines.ts'
export { documentCalls } from './documents/routes.ts'
export {
  batch,
  goodsRights,
  kept,
  label,
  outboundFields,
  outboundStates,
  outboundSteps,
  product,
  programStep,
  quantity,
  voidStep,
  warehouse,
  warehouseOf,
  worker,
} from './documents/words.ts'

export const goods: Area = {
  name: 'goods',
  title: ['仓库', 'Warehouse'],
  resources: [
    ...[
      locationTables,
      ledgerTables,
      stockViews,
      inTables,
      outTables,
      transferTables,
      relabelTables,
      countTables,
      returnTables,
      floorTables,
    ].flatMap(tables => Object.values(tables)),
    goodsTurnover,
    countAccuracy,
    ...goodsFigures.resources,
  ],
  reports: goodsFigures.reports,
  books: goodsFigures.books,
  modules: goodsModules,
  routes: { ...goodsRoutes, ...documentRoutes, ...orderRoutes, ...floorRoutes, ...goodsFigures.routes },
  notices: [ordersRefused],
  jobs: ordersJob,
  filesFollow: ordersFollowFiles,
  english: { ...goodsEnglish, ...documentsEnglish, ...floorEnglish },
  follows: {
    product: keepSupply,
    ...ordersFollow,
    goods_in: async (context, tx, changes) => {
      await ordersFollow.goods_in(context, tx, changes)
      await followReceipt(context, tx, changes)
    },
    goods_in_line: followReceiptLines,
    warehouse: keepLeaves,
    goods_location: keepLocations,
    product_supply: keepSupplyData,
    goods_batch: keepBatches,
    goods_barcode: keepBarcodes,
    goods_posting: legsFollow,
    goods_out: followOut,
    goods_transfer: followTransfer,
    purchase_return: followReturn,
    goods_count: followCount,
    goods_count_line: followCountLines,
  },
  rowLocks: {
    goods_out_line: keepIssued,
    goods_transfer_line: keepSubmitted(transferOf.document, transferOf.lines),
    purchase_return_line: keepSubmitted(returnOf.document, returnOf.lines),
  },
  posts: {
    goods_in: postIn,
    goods_out: postOut,
    goods_transfer: postTransfer,
    goods_relabel: postRelabel,
    goods_count: postCount,
    purchase_return: postReturn,
  },
  closeItems: goodsCloseItems,
  demo: async people => {
    await completeGoods(await people.as('admin'))
    await makeWarehouse(people)
  },
}

export { keepClosed, proveGoods } from './proof.ts'
export {
  holdGoods,
  openPostings,
  postGoods,
  releaseGoods,
  type Demand,
  type GoodsLine,
  type GoodsPosted,
  type GoodsPosting,
  type Held,
  type Place,
  type Released,
  type Taken,
} from './post.ts'

/** What the documents of the warehouse have in common: fields of their lines, states, rights. Pure values. */
import { decimal, flag, longText, reference } from '#platform/declare/fields.ts'
import { operations } from '#platform/declare/operations.ts'
import { byOperation, byProgram, type Step } from '#platform/declare/states.ts'

/** rights beside the suite's own */
export const goodsRights = {
  /** prices of purchase */
  price: { operation: 100, title: ['查看采购价', 'See purchase prices'] },
  /** days before today */
  backdate: { operation: 102, title: ['倒填日期', 'Backdate'] },
  /** more than was ordered, or without an order */
  over: { operation: 103, title: ['超收和无订单采购', 'Receive without an order'] },
  /** differences and losses */
  decide: { operation: 104, title: ['认定差异', 'Decide on differences'] },
} as const
export const decider = byOperation(goodsRights.decide.operation, goodsRights.decide.title)
export const worker = byOperation(operations.edit)

/** the smallest quantity that six decimals hold */
const least = 0.000001
export const quantity = (more: object = {}) => decimal('数量', 'Quantity', 6, { min: least, total: true, width: 100, ...more })
/** kept by the server */
export const kept = (zh: string, en: string, more: object = {}) =>
  decimal(zh, en, 6, { default: '0', computed: true, total: true, width: 100, ...more })
/** leads to the page of its stock */
export const product = () => reference('商品', 'Product', 'product', { filter: 'select', linkTo: 'goodsStockByItem', width: 220 })
/** A label of any shop: who works in a warehouse was not granted the shops whose goods lie there. */
const labelWords = {
  narrowedBy: { productId: 'productId' },
  ofOrganisation: `concat_ws(' · ', (select string_agg(b.code, ' ' order by b.code) from goods_barcode b
    where b.label_id = sku_map.id and b.kind = 2), (select s.marketplace_code from shop s where s.id = sku_map.shop_id))`,
  codesIn: { table: 'goods_barcode', of: 'label_id', code: 'code' },
  noForeignKey: true,
} as const
export const label = (zh = '标签（MSKU）', en = 'Label (seller SKU)') =>
  reference(zh, en, 'sku_map', { ...labelWords, optional: true, width: 160 })
export const newLabel = () => reference('新标签', 'New label', 'sku_map', { ...labelWords, width: 140 })
export const batch = () =>
  reference('批次', 'Batch', 'goods_batch', { optional: true, filter: 'select', narrowedBy: { productId: 'productId' }, width: 140 })
export const warehouse = (zh = '仓库', en = 'Warehouse') =>
  reference(zh, en, 'warehouse', { filter: 'select', editDisabled: true, choosableWhere: { status: 1 }, width: 150 })
/** the warehouse of its document, which tells which locations a line may name */
export const warehouseOf = (path: string) =>
  reference('仓库', 'Warehouse', 'warehouse', { atCreation: path, filter: 'select', show: false, noForeignKey: true, width: 150 })

export const reason = () => ({ reason: longText('原因', 'Reason', { max: 200 }) })

/** 作废 or 取消: for good, with a reason */
export const voidStep = (from: readonly string[], title: Step['title'] = ['作废', 'Void']): Step => ({
  title,
  from,
  to: 'voided',
  may: worker,
  input: reason(),
  note: 'reason',
  tone: 'danger',
})
/** the program moves a document on */
export const programStep = (title: Step['title'], from: readonly string[], to: string): Step => ({ title, from, to, may: byProgram })

/** what the program keeps of what leaves */
export const outboundFields = () => ({
  allowPart: flag('允许部分发运', 'May go in part', {
    default: false,
    show: false,
    help: ['缺货时先发有货的部分', 'What is there goes, the rest does not'],
  }),
  isLack: flag('缺货', 'Short', { default: false, computed: true, filter: 'select', width: 80 }),
  /** it was picked and did not go: it lies in the staging area */
  toPutBack: flag('待退回库位', 'To put back', { default: false, computed: true, filter: 'select', show: false, width: 100 }),
})

/** who goes first: what is held, picked and put into waves */
export const priorities = {
  low: [1, '低', 'Low', 'quiet'],
  middle: [2, '中', 'Middle', 'quiet'],
  high: [3, '高', 'High', 'warn'],
  urgent: [4, '紧急', 'Urgent', 'bad'],
} as const

/** states and steps of what is held, picked and shipped */
export const outboundStates = {
  draft: [0, '草稿', 'Draft', 'quiet'],
  asked: [1, '审批中', 'In approval', 'warn'],
  open: [2, '待配货', 'To allocate', 'info'],
  held: [3, '已配货', 'Allocated', 'info'],
  picking: [4, '拣货中', 'Picking', 'info'],
  picked: [5, '待发运', 'To ship', 'warn'],
  shipped: [6, '已发运', 'Shipped', 'good'],
  reversed: [8, '已冲销', 'Reversed', 'bad'],
  voided: [9, '已作废', 'Void', 'quiet'],
} as const
export const outboundSteps = {
  submit: { title: ['提交', 'Submit'], from: ['draft'], to: 'asked', may: worker, tone: 'primary' },
  approve: programStep(['审批通过', 'Approved'], ['asked'], 'open'),
  back: programStep(['审批退回', 'Sent back'], ['asked'], 'draft'),
  allocate: { title: ['配货', 'Allocate'], from: ['open'], to: 'held', may: worker, tone: 'primary' },
  lack: programStep(['缺货', 'Short'], ['held'], 'open'),
  release: { title: ['开始拣货', 'Pick'], from: ['held'], to: 'picking', may: worker, tone: 'primary' },
  pick: {
    title: ['拣货完成', 'Picked'],
    from: ['picking'],
    to: 'picked',
    may: worker,
    tone: 'primary',
    confirm: ['货物已按占用的库位拣到集货区？', 'Have the goods been brought from their bins to the staging area?'],
  },
  ship: {
    title: ['发运', 'Ship'],
    from: ['picked'],
    to: 'shipped',
    may: worker,
    tone: 'primary',
    confirm: ['确定发运？库存随即减少', 'Ship this document? The stock goes down at once'],
    // goods leave on the day on which they are shipped, whenever the document was made
    set: { businessOn: 'now' },
  },
  void: voidStep(['draft', 'open', 'held', 'picking', 'picked'], ['取消', 'Cancel']),
} as const satisfies Readonly<Record<string, Step>>

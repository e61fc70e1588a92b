/**
 * Documents of Amazon shops that no report of the marketplace holds: subsidies, sales of one shop that are shipped from the stock of
 * another, goods that a supplier ships himself. Each row is a line of its own in the profit of its day.
 */
import { date, integer, money, reference, referenceBy, text } from '#platform/declare/fields.ts'
import { resource, type Resource } from '#platform/declare/resource.ts'
import { grantedShops } from '#platform/declare/scope.ts'
import type { Fields } from '#platform/declare/fields.ts'
import type { Title } from '#platform/declare/title.ts'

/** A positive amount: whether it adds to the profit or is taken off follows from the kind of document. */
const amount = (zh: string, en: string, more: object = {}) =>
  money(zh, en, { currency: 'currency', min: 0, total: true, sort: true, ...more })
const skuText = { max: 80, default: '', filter: 'contains', synonyms: ['平台 SKU', '店铺 SKU', '卖家 SKU', 'seller-sku'] } as const

interface Words {
  readonly table: string
  readonly type: string
  readonly title: Title
  readonly empty: Title
  readonly fields: Fields
}
/** shop, day, document number, SKU, amounts of the kind, currency, remark. */
const template = ({ table, type, title, empty, fields }: Words): Resource =>
  resource(table, {
    type,
    title,
    access: { scope: grantedShops, permission: `finance.${type}` },
    fields: {
      shopId: reference('店铺', 'Shop', 'shop', { filter: 'select', sort: true, editDisabled: true, width: 140 }),
      day: date('日期', 'Day', { filter: 'range', sort: true, editDisabled: true, synonyms: ['发生日期', '业务日期'] }),
      documentNo: text('单号', 'Document', {
        max: 60,
        filter: 'contains',
        editDisabled: true,
        linkTo: 'order',
        synonyms: ['订单号', '编号', 'order-id'],
        help: ['同一店铺同一天内不重复，多为订单号', 'Used once in a shop and day, mostly the order number'],
      }),
      sku: text('MSKU', 'Seller SKU', skuText),
      ...fields,
      currency: referenceBy('币种', 'Currency', 'currency', 'code', { filter: 'select', width: 80 }),
      remark: text('备注', 'Remark', { max: 200, default: '' }),
    },
    list: { search: ['documentNo', 'sku'], batchDelete: { by: 'shopId', date: 'day' }, sort: { field: 'day', way: 'DESC' }, empty },
    record: { label: 'documentNo' },
    storage: { key: ['shopId', 'day', 'documentNo'], index: [['shopId', 'day'], ['-day'], ['shopId', 'documentNo']] },
    life: { closes: { on: 'day', but: ['remark'] } },
  })

export const subsidy = template({
  table: 'amazon_subsidy',
  type: 'amazonSubsidy',
  title: ['补贴', 'Subsidies'],
  empty: ['平台或活动给店铺的补贴，计入当天的利润', 'What the marketplace or a campaign gives a shop; part of its profit'],
  fields: {
    name: text('补贴项目', 'Subsidy', { max: 60, default: '', filter: 'contains', synonyms: ['活动名称', '补贴类型'] }),
    amount: amount('补贴金额', 'Amount', { synonyms: ['金额'] }),
  },
})

export const multichannelOrder = template({
  table: 'amazon_multichannel_order',
  type: 'amazonMultichannelOrder',
  title: ['多渠道订单', 'Multi-channel orders'],
  empty: [
    '由一个店铺的库存发另一个店铺的销售，配送费转给销售的店铺',
    'Sales of one shop out of another’s stock; the fee moves to who sold',
  ],
  fields: {
    soldShopId: reference('销售店铺', 'Shop that sold', 'shop', { filter: 'select', sort: true, editDisabled: true, width: 140 }),
    quantity: integer('数量', 'Quantity', { min: 0, default: 0, total: true }),
    fee: amount('配送费', 'Fulfilment fee', { synonyms: ['金额', '费用'] }),
  },
})

export const dropshipping = template({
  table: 'amazon_dropshipping',
  type: 'amazonDropshipping',
  title: ['代发货', 'Direct shipments'],
  empty: ['供应商直接发货的货款和运费，从当天的利润中减去', 'Cost and freight of what a supplier ships himself'],
  fields: {
    supplierId: reference('供应商', 'Supplier', 'supplier', { optional: true, filter: 'select' }),
    quantity: integer('数量', 'Quantity', { min: 0, default: 0, total: true }),
    cost: amount('供应商成本', 'Supplier’s cost', { synonyms: ['货款', '成本'] }),
    freight: amount('运费', 'Freight', { default: '0' }),
  },
})

export const templates = { subsidy, multichannelOrder, dropshipping }

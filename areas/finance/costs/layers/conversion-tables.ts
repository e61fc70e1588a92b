/** What the cost of conversions is kept in: parts become goods, goods are taken apart. */
import { bigInteger, date, decimal, integer, money, text } from '#platform/declare/fields.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'

/**
 * What parts cost that went into other products, as their folds found it: a row for each move out, part of the cost and day from which it
 * counts. The layers of what was made read it.
 */
export const stockConversionCost = resource('stock_conversion_cost', {
  title: ['转换成本', 'Cost into conversions'],
  access: { scope: ownOrganisation },
  fields: {
    moveId: bigInteger('耗用流水', 'Move out'),
    part: integer('成本项目', 'Part'),
    countsFrom: date('计入日期起', 'Counts from'),
    postingId: bigInteger('过账', 'Posting'),
    productId: bigInteger('商品', 'Product'),
    day: date('耗用日期', 'Day'),
    amount: money('金额', 'Amount'),
    conversion: text('转换', 'Conversion', { max: 40, default: '' }),
  },
  storage: { unique: [['moveId', 'part', 'countsFrom']], index: [['postingId'], ['productId', 'countsFrom']] },
  life: { closes: { on: 'countsFrom' } },
})

/** What documents of production say of what they bring: its fee, and its share of what it was made of where that is not by quantity. */
export const stockMade = resource('stock_made', {
  title: ['加工费与占比', 'Fees and shares of what was made'],
  access: { scope: ownOrganisation },
  fields: {
    docType: text('单据类型', 'Document type', { max: 30 }),
    lineId: text('单据行', 'Line', { max: 40 }),
    share: decimal('成本占比', 'Share', 4, { optional: true }),
    fee: money('加工费', 'Fee'),
    /** what belongs together where one posting makes several things */
    conversion: text('转换', 'Conversion', { max: 40, default: '' }),
  },
  storage: { unique: [['docType', 'lineId']] },
})

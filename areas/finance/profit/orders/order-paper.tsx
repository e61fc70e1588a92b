/** The page of an order as a paper: its parts and its timeline as tables. */
import { showMoney } from '#platform/format/money.ts'
import { asText } from '#platform/format/text.ts'
import { t } from '#platform/web/i18n/t.ts'
import { showInstant } from '#platform/web/values/value.ts'
import { figure, word, type Paper } from '#platform/web/paper/paper.ts'
import type { OrderAnswer } from './answers.ts'

/** `2026-11-20 18:00`; a day alone stays as it is */
const timeOf = (at: string): string => (at.length === 10 ? at : showInstant(at).slice(0, 16))

export function paperOfOrder({ orderNo, shop, parts, sums, isProfit, cny, timeline }: OrderAnswer): Paper {
  const money = [
    ...parts.map(one => ({ cells: [word(one.title), figure(`${showMoney(one.amount)} ${one.currency}`)] })),
    ...sums.map(one => ({
      cells: [word(isProfit ? t('利润') : t('扣费后收入')), figure(`${showMoney(one.amount)} ${one.currency}`)],
      isSum: true,
    })),
    ...(cny === null
      ? []
      : [{ cells: [word(isProfit ? t('利润（人民币）') : t('扣费后收入（人民币）')), figure(`${showMoney(cny)} CNY`)], isSum: true }]),
  ]
  const events = timeline.map(one => ({
    cells: [
      word(timeOf(one.at)),
      word(one.title),
      word(one.what),
      word(one.sku),
      figure(asText(one.quantity ?? '')),
      figure(one.amount === null ? '' : `${showMoney(one.amount)} ${one.currency ?? ''}`),
    ],
  }))
  const heads = [word(t('时间')), word(t('来源')), word(t('内容')), word(t('MSKU')), figure(t('数量')), figure(t('金额'))]
  return {
    title: t('订单 {number}', { number: orderNo }),
    lines: [`${shop?.name ?? ''} · ${shop?.marketplace ?? ''}`],
    tables: [
      ...(money.length === 0 ? [] : [{ title: '', heads: [word(t('项目')), figure(t('金额'))], rows: money }]),
      { title: t('明细'), heads, rows: events },
    ],
    landscape: true,
  }
}

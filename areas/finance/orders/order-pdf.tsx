/** The page of an order as a PDF: its parts and its timeline as tables, printed by the server. */
import { showMoney } from '#platform/format/money.ts'
import { asText } from '#platform/format/text.ts'
import { fetchFile, saveFile } from '#platform/web/api/download.ts'
import { t } from '#platform/web/i18n/t.ts'
import { showInstant } from '#platform/web/list/value.ts'
import type { OrderAnswer } from './answers.ts'

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, one => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? one)
const cell = (text: string, isFigure = false): string => `<td${isFigure ? ' style="text-align:right"' : ''}>${escaped(text)}</td>`
const table = (heads: readonly string[], rows: readonly string[]): string =>
  `<table><thead><tr>${heads.map(head => `<th>${escaped(head)}</th>`).join('')}</tr></thead><tbody>${rows
    .map(row => `<tr>${row}</tr>`)
    .join('')}</tbody></table>`

export async function pdfOfOrder({ orderNo, shop, parts, sums, cny, timeline }: OrderAnswer): Promise<void> {
  const title = t('订单 {number}', { number: orderNo })
  const money = [
    ...parts.map(one => cell(one.title) + cell(`${showMoney(one.amount)} ${one.currency}`, true)),
    ...sums.map(one => cell(t('利润')) + cell(`${showMoney(one.amount)} ${one.currency}`, true)),
    ...(cny === null ? [] : [cell(t('利润（人民币）')) + cell(`${showMoney(cny)} CNY`, true)]),
  ]
  const events = timeline.map(
    one =>
      cell(one.at.length === 10 ? one.at : showInstant(one.at).slice(0, 16)) +
      cell(one.title) +
      cell(one.what) +
      cell(one.sku) +
      cell(asText(one.quantity ?? ''), true) +
      cell(one.amount === null ? '' : `${showMoney(one.amount)} ${one.currency ?? ''}`, true),
  )
  const html =
    `<p>${escaped(`${shop?.name ?? ''} · ${shop?.marketplace ?? ''}`)}</p>` +
    (money.length === 0 ? '' : table([t('项目'), t('金额')], money)) +
    `<h3>${escaped(t('明细'))}</h3>${table([t('时间'), t('来源'), t('内容'), t('平台 SKU'), t('数量'), t('金额')], events)}`
  saveFile(await fetchFile('/generateHtmlToPDF', { html, title, landscape: true }, `${title}.pdf`))
}

/** The month report as a PDF, printed by the server. */
import { fetchFile, saveFile } from '#platform/web/api/download.ts'
import { t } from '#platform/web/i18n/t.ts'
import type { MonthReport } from './answers.ts'
import { shown, tablesOf, type MonthTable } from './month-report-tables.tsx'

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"]/g, one => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? one)

export function htmlOf({ title, heads, rows }: MonthTable): string {
  const head = heads.map(one => `<th>${escaped(one)}</th>`).join('')
  const body = rows.map(({ name, isSum, cells }) => {
    const words = isSum ? `<strong>${escaped(name)}</strong>` : escaped(name)
    return `<tr><td>${words}</td>${cells
      .map(({ value, kind }) => `<td style="text-align:right">${escaped(shown(value, kind))}</td>`)
      .join('')}</tr>`
  })
  return `<h3>${escaped(title)}</h3><table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`
}

export async function pdfOfMonth(report: MonthReport): Promise<void> {
  const title = t('{month} 月报', { month: report.month })
  const html = `<p>${escaped(t('全部店铺，人民币'))}</p>${tablesOf(report).map(htmlOf).join('')}`
  saveFile(await fetchFile('/generateHtmlToPDF', { html, title, onePage: true }, `${title}.pdf`))
}

/** Text of a tooltip as HTML: a title and lines of name and exact value. Everything is escaped. Pure. */
import { escaped } from '#platform/format/text.ts'

export function tooltipHtml(title: string, lines: readonly (readonly [name: string, value: string])[]): string {
  const body = lines.map(([name, value]) => `<span>${escaped(name)}</span><span>${escaped(value)}</span>`).join('')
  return `<div class="zg-chart-tip"><span class="zg-chart-tip-title">${escaped(title)}</span>${body}</div>`
}

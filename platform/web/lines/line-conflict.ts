/** What somebody else changed in lines that I have changed too. Pure but for the language. */
import type { FormItem, Row } from '../../declare/wire.ts'
import { MISSING } from '#platform/format/numbers.ts'
import { t } from '../i18n/t.ts'
import { showValue } from '../values/value.ts'
import { asLines } from './lines-value.ts'
import { isSameValue } from './same-value.ts'

interface LineChange {
  readonly title: string
  readonly from: string
  readonly to: string
}

export function lineChanges(
  items: readonly FormItem[],
  values: Readonly<Record<string, unknown>>,
  current: readonly Row[],
): readonly LineChange[] {
  return items.flatMap(({ lines, field }) => {
    if (lines === undefined) return []
    const { base, rows } = asLines(values[field])
    return current.flatMap(now => {
      const was = base.find(({ id }) => id === now.id)
      const at = rows.findIndex(({ id }) => id === now.id) + 1
      if (was === undefined) return []
      const shown = (one: (typeof lines.fields)[number], row: Row): string => showValue(one, row, [t('是'), t('否')]).exact ?? MISSING
      return lines.fields
        .filter(one => !isSameValue(was[one.field], now[one.field]))
        .map(one => ({
          title: at === 0 ? one.title : t('第 {at} 行 {title}', { at, title: one.title }),
          from: shown(one, was),
          to: shown(one, now),
        }))
    })
  })
}

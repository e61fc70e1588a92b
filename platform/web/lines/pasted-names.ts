/** Names that were pasted into cells of references: looked up in one call, whatever columns they stand in. */
import type { LinesDefinition } from '../../declare/wire-form.ts'
import type { FoundName, NamesAsk } from '../../declare/wire.ts'
import { api } from '../api/client.ts'
import { t } from '../i18n/t.ts'
import { asText } from '#platform/format/text.ts'
import { withNames, type LinesValue, type PastedName } from './lines-value.ts'
import type { Cells } from './paste.ts'

/** The pasted cells that mean records of other lists. */
export function namesIn({ form }: LinesDefinition, cells: Cells): readonly PastedName[] {
  const references = form.filter(item => item.target !== null && !item.multiple)
  return [...cells].flatMap(([id, values]) =>
    references.flatMap(({ field }) => {
      const text = asText(values[field] ?? '')
      return text === '' ? [] : [{ id, field, text }]
    }),
  )
}

/** Looks them up through the person's own door; answers how the value of the grid becomes with them. */
export async function foundNames({ form }: LinesDefinition, names: readonly PastedName[]): Promise<(value: LinesValue) => LinesValue> {
  const asked = form.flatMap(({ field, title, target, targetBy }) => {
    const texts = [...new Set(names.filter(one => one.field === field).map(one => one.text))]
    return target === null || texts.length === 0 ? [] : [{ field, title, type: target, by: targetBy, names: texts }]
  })
  const asks = asked.map(({ type, by, names: texts }): NamesAsk => ({ type, names: texts, ...(by === undefined ? {} : { by }) }))
  const answers = await api.post<readonly (readonly FoundName[])[]>('/listField/named', { asks }, { quiet: true })
  const titles = new Map(asked.map(({ field, title }) => [field, title]))
  const known = new Map(asked.map(({ field }, at) => [field, new Map((answers[at] ?? []).map(one => [one.name, one]))]))
  return value =>
    withNames(value, names, ({ field, text }) => {
      const found = known.get(field)?.get(text)
      if (found !== undefined && 'value' in found) return found
      const said = { title: titles.get(field) ?? field, text }
      return found?.fault === 'ambiguous'
        ? t('{title}“{text}”有多个，请从列表中选择', said)
        : t('{title}“{text}”不存在或无权使用，请从列表中选择', said)
    })
}

/** In an empty list: which of its filters hides rows, each with how many there are without it. */
import { useQueries } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ListAnswer, ListDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { read } from '../values/call.ts'
import { chipsOf } from './chip-texts.ts'
import { filterQuery } from '../values/list-query.ts'
import type { ListState } from '../values/list-state.ts'
import { totalText } from '../values/list-texts.ts'
import { today } from '../page/today.ts'

/** Each is a question of its own: no more are asked. */
const askedMax = 5

interface HidingChipsProps {
  readonly definition: ListDefinition
  readonly state: ListState
  readonly fixed: Readonly<Record<string, string>>
  readonly onState: (state: ListState) => void
}

export function HidingChips({ definition, state, fixed, onState }: HidingChipsProps) {
  const chips = chipsOf(definition, state).slice(0, askedMax)
  const found = useQueries({
    queries: chips.map(({ without }) => {
      // one row and what is cheap of the number of all: the list itself never waits for more
      const query = { ...filterQuery(definition, without, fixed, today()), pageNum: 1, pageSize: 1, only: 'rows' as const }
      return {
        queryKey: ['list', definition.type, 'without', query],
        queryFn: ({ signal }: { signal: AbortSignal }) => read<ListAnswer>(definition.calls.list, query, { signal, quiet: true }),
        retry: false,
        throwOnError: false,
      }
    }),
  })
  return (
    <div className="zg-hiding">
      {chips.map(({ key, title, values, field, without }, at) => {
        const answer = found[at]?.data
        if (answer === undefined || answer.total === 0) return null
        // the values of a record or of a choice are codes
        const name = field === null || (field.target === null && field.keyValueList.length === 0) ? values.join(t('、')) : title
        return (
          <Button key={key} type="link" onClick={() => onState(without)}>
            {t('去掉“{name}”后{total}', { name, total: totalText(answer) })}
          </Button>
        )
      })}
    </div>
  )
}

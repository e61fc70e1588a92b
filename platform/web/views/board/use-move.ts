import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { ListDefinition, ListQuery, Row } from '../../../declare/wire.ts'
import { showBatchResult } from '../../values/undo.ts'
import { feedback } from '../../api/feedback.ts'
import { t } from '../../i18n/t.ts'
import { actionBody } from '../../actions/action-words.ts'
import { change } from '../../values/call.ts'
import { ignoreShownRefusal } from '../../api/ignore-shown-refusal.ts'
import { rowName } from '../../values/list-texts.ts'
import { asAction } from '../../values/row-steps.ts'
import type { ListActions } from '../../actions/use-actions.tsx'
import { columnOfRow, moveOf } from './move.ts'
import { columnKey, moveCard, type ColumnValue } from './use-columns.ts'

interface Moving {
  readonly definition: ListDefinition
  readonly by: string
  readonly query: ListQuery
  readonly step: ListActions['step']
  readonly titleOf: (value: ColumnValue) => string
}

/**
 * Takes a card to a column. What asks for nothing is shown at once and taken back where it is refused, with the message of the call; what
 * asks for something opens its dialog, and the card moves when that is done.
 */
export function useMove(moving: Moving): (row: Row, to: ColumnValue) => void {
  const client = useQueryClient()
  const latest = useRef(moving)
  useEffect(() => {
    latest.current = moving
  })
  return useCallback(
    (row, to) => {
      const { definition, by, query, step, titleOf } = latest.current
      const from = columnOfRow(row, by)
      if (from === to) return
      const move = moveOf(definition, by, row, to)
      if (move.kind === 'closed') {
        const name = rowName(definition.result, row)
        return feedback.warning(t('“{name}”现在不能移到“{column}”', { name, column: titleOf(to) }))
      }
      if (move.kind === 'step' && (move.step.input.length > 0 || move.step.confirm !== null)) return step(move.step, [row])
      const call = move.kind === 'step' ? move.step.call : definition.calls.update
      if (call === undefined) return
      const body = move.kind === 'step' ? actionBody(asAction(move.step, 1), [row]) : move.body
      const takeBack = moveCard(client, value => columnKey(definition.type, query, value), row, from, to)
      const done = async (): Promise<void> => {
        try {
          const saved = await change(call, body)
          const refresh = (): void => void client.invalidateQueries({ queryKey: ['list', definition.type] })
          if (move.kind !== 'step') showBatchResult(definition.calls, t('已保存'), saved, refresh)
        } catch (error) {
          takeBack()
          throw error
        } finally {
          await client.invalidateQueries({ queryKey: ['list', definition.type] })
        }
      }
      void ignoreShownRefusal(done())
    },
    [client],
  )
}

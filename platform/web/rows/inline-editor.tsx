/**
 * The control of one cell: Enter or leaving it saves, Esc drops; a refusal stands beside it with what was typed kept, a conflict offers the
 * newer value.
 */
import { useQueryClient } from '@tanstack/react-query'
import { Popover } from 'antd'
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import type { FormItem, ListDefinition, Row } from '../../declare/wire.ts'
import { ApiError, fieldErrors } from '../api/client.ts'
import { codes } from '../api/envelope.ts'
import { Conflict, changesBetween, currentRow } from '../form/conflict.tsx'
import { showBatchResult } from '../values/undo.ts'
import { FormControl } from '../form/form-control.tsx'
import { bodyOf, firstValues, formStatus, isSameValue } from '../form/form-values.ts'
import { itemError } from '../values/item-rules.ts'
import { t } from '../i18n/t.ts'
import { change } from '../values/call.ts'

interface InlineEditorProps {
  readonly definition: ListDefinition
  readonly item: FormItem
  readonly row: Row
  readonly onClose: () => void
}

/** A cell has room for one line: round buttons become a select. What is chosen is saved at once, what is typed when it is done. */
const asInline = (item: FormItem): FormItem => (item.type === 'radio' ? { ...item, type: 'select' } : item)
const isTyped = (item: FormItem): boolean => item.type === 'text' || item.type === 'textarea' || item.type === 'number'

type Problem = { readonly message: string; readonly conflict: ApiError | null }

function problemOf(error: unknown, field: string): Problem {
  if (!(error instanceof ApiError)) return { message: t('保存失败，请重试'), conflict: null }
  if (error.code === codes.conflict) return { message: error.msg, conflict: error }
  return { message: fieldErrors(error).find(one => one.field === field)?.message ?? error.msg, conflict: null }
}

interface Saving {
  readonly busy: boolean
  readonly problem: Problem | null
  save(value: unknown, version?: number): Promise<void>
}

/** Saves by the list's own update; the cell closes when the list has the new row. */
function useSaving({ definition, row, onClose }: InlineEditorProps, item: FormItem): Saving {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  // state is one drawing late: Enter and the blur it causes must save once
  const running = useRef(false)
  async function save(value: unknown, version = row.version): Promise<void> {
    const { update } = definition.calls
    if (running.current || update === undefined) return
    const fault = itemError(item, value)
    if (fault !== null) return setProblem({ message: fault, conflict: null })
    running.current = true
    setBusy(true)
    setProblem(null)
    try {
      const body = bodyOf([item], { [item.field]: value }, formStatus.edit)
      const saved = await change(update, { id: row.id, ...(version === undefined ? {} : { version }), ...body }, { quiet: true })
      await client.invalidateQueries({ queryKey: ['list', definition.type] })
      onClose()
      showBatchResult(definition.calls, t('已保存'), saved, () => void client.invalidateQueries({ queryKey: ['list', definition.type] }))
    } catch (error) {
      setProblem(problemOf(error, item.field))
      if (!(error instanceof ApiError)) throw error
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, problem, save }
}

export default function InlineEditor(props: InlineEditorProps) {
  const { definition, row, onClose } = props
  const client = useQueryClient()
  const item = asInline(props.item)
  const [first] = useState(() => firstValues([item], row)[item.field])
  const [value, setValue] = useState(first)
  const { busy, problem, save } = useSaving(props, item)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const control = box.current?.querySelector<HTMLElement>('input, textarea, button')
    control?.focus({ preventScroll: true })
    if (control instanceof HTMLInputElement) control.select()
  }, [])

  const finish = (): void => void (isSameValue(value, first) ? onClose() : save(value))
  const onKeyDown = (event: KeyboardEvent): void => {
    const isOpen = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true'
    if (event.key === 'Escape' && !isOpen) onClose()
    else if (isTyped(item) && (event.key === 'Enter' || event.key === 'Tab') && !event.nativeEvent.isComposing) finish()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  // a hint or a list of options hangs outside the cell: leaving for it is not leaving
  const onBlur = (event: FocusEvent): void => {
    const to = event.relatedTarget
    if (
      problem !== null ||
      busy ||
      (to instanceof Element &&
        (box.current?.contains(to) === true || to.closest('.ant-popover, .ant-select-dropdown, .ant-picker-dropdown') !== null))
    )
      return
    if (isTyped(item)) finish()
    else if (isSameValue(value, first)) onClose()
  }
  const takeLatest = (): void => {
    void client.invalidateQueries({ queryKey: ['list', definition.type] })
    onClose()
  }
  const current = problem?.conflict == null ? null : currentRow(problem.conflict.data)
  const hint =
    problem === null ? null : problem.conflict === null ? (
      <span role="alert">{problem.message}</span>
    ) : (
      <Conflict
        message={problem.message}
        changes={current === null ? [] : changesBetween([item], row, current)}
        busy={busy}
        onKeepMine={current === null ? null : () => void save(value, current.version)}
        onTakeLatest={takeLatest}
      />
    )
  return (
    <Popover open={hint !== null} content={hint} placement="bottomLeft">
      <div ref={box} className="zg-inline-editor" aria-busy={busy} onKeyDown={onKeyDown} onBlur={onBlur}>
        <FormControl
          item={item}
          disabled={busy}
          value={value}
          onChange={next => {
            setValue(next)
            if (!isTyped(item)) void save(next)
          }}
        />
      </div>
    </Popover>
  )
}

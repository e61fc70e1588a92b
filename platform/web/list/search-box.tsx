/**
 * The search box: all text of a record or one field, its value, and a box for many values of a field at once. `/` brings the cursor here.
 */
import { UnorderedListOutlined } from '@ant-design/icons'
import { Button, Input, Select, Space, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { withThousands } from '#platform/format/numbers.ts'
import type { ListDefinition } from '../../declare/wire.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { TabModal } from '../page/tab-modal.tsx'
import { batchValues, batchValuesMax } from './batch-values.ts'
import { isSearched, searchFields } from '../values/list-query.ts'
import type { ListState, Search } from '../values/list-state.ts'
import { useDebounced } from '../values/use-debounced.ts'
import { clearable, clearableText } from '../widgets/clearable.tsx'
import { isTyping } from '../widgets/is-typing.ts'

/** Specification, section 9: search box. */
const searchDelayMs = 500
const batchRows = 10

interface SearchBoxProps {
  readonly definition: ListDefinition
  readonly state: ListState
  readonly onState: (state: ListState) => void
}

/** `/` focuses the search of the page that is in sight: a hidden one has no effects. */
function useSlash(focus: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [focus])
}

interface BatchBoxProps {
  readonly title: string
  readonly values: readonly string[]
  readonly onClose: () => void
  readonly onValues: (values: readonly string[]) => void
}

/** Many values at once; too many are refused and what was typed stays. */
function BatchBox({ title, values, onClose, onValues }: BatchBoxProps) {
  const [text, setText] = useState(values.join('\n'))
  const [refusal, setRefusal] = useState<string | null>(null)
  const count = batchValues(text).length
  const confirm = (): void => {
    if (count > batchValuesMax) {
      const numbers = { max: withThousands(String(batchValuesMax)), count: withThousands(String(count)) }
      setRefusal(t('一次最多查询 {max} 个值，现有 {count} 个，请分次查询', numbers))
      return
    }
    onValues(batchValues(text))
    onClose()
  }
  return (
    <TabModal title={t('批量查询：{title}', { title })} open onCancel={onClose} onOk={confirm} okText={t('查询')}>
      <Input.TextArea
        aria-label={t('批量查询：{title}', { title })}
        rows={batchRows}
        autoFocus
        value={text}
        placeholder={t('多个值以逗号、空格或换行分隔')}
        {...(refusal === null ? {} : { status: 'error' as const })}
        onChange={event => {
          setText(event.target.value)
          setRefusal(null)
        }}
      />
      <p className="zg-batch-count" aria-live="polite">
        {refusal ?? t('{count} 个值', { count: withThousands(String(count)) })}
      </p>
    </TabModal>
  )
}

const searchOf = (field: string, values: readonly string[]): Search | null => (values.length === 0 ? null : { field, values })
const oneValue = (text: string): readonly string[] => (text.trim() === '' ? [] : [text.trim()])
const warnNoField = (): void => feedback.warning(t('请先选择查询条件！'))

/** What the box begins with: all texts; of facts, which have no index of words, the number that an index leads to. */
function firstSearched(definition: ListDefinition): string | null {
  const fields = searchFields(definition).map(one => one.field)
  return definition.search?.field ?? definition.bound?.keys.find(one => fields.includes(one)) ?? fields[0] ?? null
}

/** What is chosen, typed and asked for. */
function useSearch({ definition, state, onState }: SearchBoxProps) {
  // chosen and not yet asked for: a field without a value is not in the address. Null: emptied, undefined: untouched
  const [field, setField] = useState<string | null | undefined>(undefined)
  const [typed, setTyped] = useState<{ readonly text: string; readonly isSent: boolean } | null>(null)
  // what was asked for stands until the state says it: the next letter must not be put behind the text before
  const [over, setOver] = useState(state.search)
  if (over !== state.search) {
    setOver(state.search)
    if (typed?.isSent === true) setTyped(null)
  }
  const draft = typed?.text ?? null
  const chosen = field === undefined ? (state.search?.field ?? firstSearched(definition)) : field
  const values = state.search?.field === chosen ? state.search.values : []
  const ask = useDebounced((search: Search | null) => {
    setTyped(before => (before === null ? null : { ...before, isSent: true }))
    onState({ ...state, search, pageNum: 1 })
  }, searchDelayMs)
  return {
    chosen,
    values,
    draft,
    /** `soon`: more may come (typing) */
    type(text: string, soon: boolean): void {
      setTyped({ text, isSent: false })
      if (chosen !== null && soon) ask.later(searchOf(chosen, oneValue(text)))
      else if (chosen !== null) ask.now(searchOf(chosen, oneValue(text)))
      else if (!soon && text.trim() !== '') warnNoField()
    },
    choose(name: string): void {
      setField(name)
      const typed = draft === null ? values : oneValue(draft)
      if (typed.length > 0) ask.now(searchOf(name, typed))
    },
    /** what was asked for by it ends with it; what was typed stays */
    clear(): void {
      setField(null)
      ask.now(null)
      setTyped({ text: draft ?? values[0] ?? '', isSent: false })
    },
    askFor(name: string, all: readonly string[]): void {
      ask.now(searchOf(name, all))
    },
  }
}

export function SearchBox({ definition, state, onState }: SearchBoxProps) {
  const fields = searchFields(definition)
  const input = useRef<InputRef>(null)
  const [isBatch, setBatch] = useState(false)
  const [focus] = useState(() => () => input.current?.focus())
  useSlash(focus)
  const { chosen, values, draft, type, choose, clear, askFor } = useSearch({ definition, state, onState })
  if (!isSearched(definition)) return null
  const { search } = definition
  const isAll = chosen !== null && chosen === search?.field
  const within = (search?.within ?? []).join(t('、'))
  const isMany = values.length > 1 && draft === null
  const shown = draft ?? (isMany ? '' : (values[0] ?? ''))
  return (
    <Space.Compact className="zg-search">
      <Select
        className="zg-search-field"
        aria-label={t('查询条件')}
        placeholder={t('查询条件')}
        value={chosen}
        popupMatchSelectWidth={false}
        allowClear={clearable()}
        options={[
          ...(search === undefined ? [] : [{ value: search.field, label: search.title }]),
          ...fields.map(one => ({ value: one.field, label: one.title })),
        ]}
        onChange={(name?: string) => (name === undefined ? clear() : choose(name))}
      />
      <Input
        ref={input}
        allowClear={clearableText()}
        aria-label={t('查询内容')}
        value={shown}
        placeholder={isMany ? t('{count} 个值', { count: withThousands(String(values.length)) }) : isAll ? within : t('查询内容')}
        onChange={event => type(event.target.value, event.type !== 'click')}
        // the batch box's values stand until something else is typed
        onPressEnter={() => (isMany ? undefined : type(shown, false))}
      />
      <Button
        icon={<UnorderedListOutlined aria-hidden />}
        aria-label={t('批量查询')}
        title={t('批量查询')}
        onClick={() => (chosen === null || isAll ? warnNoField() : setBatch(true))}
      />
      {isBatch && chosen !== null && (
        <BatchBox
          title={fields.find(one => one.field === chosen)?.title ?? ''}
          values={values}
          onClose={() => setBatch(false)}
          onValues={all => askFor(chosen, all)}
        />
      )}
    </Space.Compact>
  )
}

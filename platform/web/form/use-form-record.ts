/**
 * The record behind an open form: what its values were made from, what of it was touched, and how it meets a draft or another person's
 * save.
 */
import type { FormInstance } from 'antd'
import { useRef, useState } from 'react'
import type { FormItem, Row } from '../../declare/wire.ts'
import { firstValues, isSameValue, type FormValues } from './form-values.ts'
import { asLines, latestLines, mergedLines } from '../lines/lines-value.ts'
import { useDraft } from './use-draft.ts'
import { useUnsaved } from './unsaved.ts'

interface FormRecordOptions {
  readonly form: FormInstance
  readonly items: readonly FormItem[]
  readonly row: Row | null
  /** of a new record: what it begins with; null: with what its items say */
  readonly prefill?: FormValues | null
  /** name of the form among one person's drafts; null: keeps none */
  readonly draft: string | null
}

export function useFormRecord({ form, items, row, prefill = null, draft: draftName }: FormRecordOptions) {
  const [initial] = useState(() => firstValues(items, row ?? prefill))
  const [base, setBase] = useState(row)
  const [isDirty, setDirty] = useState(false)
  const version = useRef(row?.version ?? null)
  const draft = useDraft(draftName)
  useUnsaved(isDirty)

  const standOn = (now: Row | null): void => {
    version.current = now?.version ?? null
    setBase(now)
  }
  return {
    initial,
    base,
    isDirty,
    version,
    offered: draft.offered,
    changed(values: FormValues): void {
      setDirty(true)
      draft.keep(values, base)
    },
    /** The draft's values, on the record they were made from: if that has changed since, saving says so. */
    restore(): void {
      const found = draft.take()
      if (found === null) return
      standOn(found.row)
      form.setFieldsValue({ ...initial, ...found.values })
      setDirty(true)
    },
    drop: draft.drop,
    /** saved or given up: nothing is left to warn of */
    finish(): void {
      setDirty(false)
      draft.drop()
    },
    /** Mine where I changed something, the other person's elsewhere. */
    mergeOnto(now: Row): void {
      const before = firstValues(items, base)
      const latest = firstValues(items, now)
      const mine: FormValues = form.getFieldsValue(true)
      const untouched = items.filter(item => item.lines === undefined && isSameValue(mine[item.field], before[item.field]))
      form.setFieldsValue(Object.fromEntries(untouched.map(item => [item.field, latest[item.field]])))
      standOn(now)
    },
    /** Lines that somebody else changed: mine over them, or his. */
    mergeLines(current: readonly Row[], isMine: boolean): void {
      for (const { lines, field } of items)
        if (lines !== undefined)
          form.setFieldValue(field, (isMine ? mergedLines : latestLines)(asLines(form.getFieldValue(field)), current))
    },
    /** The record as the other person saved it; what was typed goes. */
    takeLatest(now: Row): void {
      standOn(now)
      form.setFieldsValue({
        ...firstValues(
          items.filter(item => item.lines === undefined),
          now,
        ),
      })
      setDirty(false)
      draft.drop()
    },
  }
}

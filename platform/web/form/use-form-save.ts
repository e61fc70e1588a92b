/** Saving a form: once however often it is asked, refusals to their fields, conflicts with what was typed kept. */
import type { FormInstance } from 'antd'
import { useRef, useState } from 'react'
import type { FormItem } from '../../declare/wire.ts'
import { ApiError, fieldErrors } from '../api/client.ts'
import { codes } from '../api/envelope.ts'
import { t } from '../i18n/t.ts'
import { bodyOf, splitErrors, type FormStatus, type FormValues } from './form-values.ts'
import { toldFaults } from '../lines/line-place.ts'
import { asLines } from '../lines/lines-value.ts'
import { focusField } from './focus-field.ts'

export interface SaveProblem {
  /** sentences for the head of the form */
  readonly messages: readonly string[]
  readonly requestId: string | null
  /** set where somebody else saved first */
  readonly conflict: ApiError | null
}

export interface FormSave {
  readonly busy: boolean
  readonly problem: SaveProblem | null
  /** `version`: of the record the values were made from, null for a new one */
  save(version: number | null): Promise<void>
  forget(): void
}

interface FormSaveOptions {
  readonly form: FormInstance
  /** as given to antd's Form: ids of its controls begin with it */
  readonly formName: string
  readonly items: readonly FormItem[]
  readonly status: FormStatus
  readonly submit: (body: FormValues, version: number | null) => Promise<unknown>
  readonly onDone: (answer: unknown) => void
  /** somebody else saved first: the version to save again with, where nothing of this form was touched; null: the person decides */
  readonly onConflict?: (error: ApiError) => number | null
}

interface InvalidForm {
  readonly errorFields: readonly { readonly name: readonly (string | number)[] }[]
}
function isInvalidForm(error: unknown): error is InvalidForm {
  return typeof error === 'object' && error !== null && 'errorFields' in error
}

/** What a failed save means for the form. */
function problemOf(error: unknown, items: readonly FormItem[]): { problem: SaveProblem; fields: ReturnType<typeof splitErrors>['fields'] } {
  if (!(error instanceof ApiError)) {
    return { problem: { messages: [t('保存失败，请重试')], requestId: null, conflict: null }, fields: [] }
  }
  if (error.code === codes.conflict) return { problem: { messages: [error.msg], requestId: null, conflict: error }, fields: [] }
  const { fields, others } = splitErrors(items, fieldErrors(error))
  const named = fields.length + others.length > 0 || toldFaults(fieldErrors(error)) !== undefined
  return { problem: { messages: named ? others : [error.msg], requestId: error.requestId, conflict: null }, fields }
}

/** What the server says of cells of lines stands in these cells. */
function showLineFaults(form: FormInstance, items: readonly FormItem[], error: unknown): void {
  const faults = error instanceof ApiError ? toldFaults(fieldErrors(error)) : undefined
  if (faults === undefined) return
  for (const { lines, field } of items)
    if (lines !== undefined) {
      form.setFieldValue(field, { ...asLines(form.getFieldValue(field)), faults })
      form.setFields([{ name: field, errors: [t('有 {n} 个单元格需要修改', { n: Object.keys(faults).length })] }])
    }
}

export function useFormSave({ form, formName, items, status, submit, onDone, onConflict }: FormSaveOptions): FormSave {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<SaveProblem | null>(null)
  // state is one render late: a second click within the same frame would pass
  const running = useRef(false)

  async function submitted(body: FormValues, version: number | null): Promise<unknown> {
    try {
      return await submit(body, version)
    } catch (error) {
      const now = error instanceof ApiError && error.code === codes.conflict ? (onConflict?.(error) ?? null) : null
      if (now === null) throw error
      return submit(body, now)
    }
  }

  async function save(version: number | null): Promise<void> {
    if (running.current) return
    running.current = true
    try {
      const values: FormValues = await form.validateFields()
      setBusy(true)
      setProblem(null)
      onDone(await submitted(bodyOf(items, values, status), version))
    } catch (error) {
      if (isInvalidForm(error)) {
        // as the form stands from top to bottom, not as its checks ended
        const wrong = items.map(item => error.errorFields.find(one => one.name[0] === item.field)).find(one => one !== undefined)
        if (wrong !== undefined) focusField(formName, wrong.name.join('_'))
        return
      }
      if (error instanceof ApiError && error.code === codes.signIn) return
      const failed = problemOf(error, items)
      showLineFaults(form, items, error)
      form.setFields(failed.fields.map(one => ({ ...one })))
      setProblem(failed.problem)
      const named = failed.fields.map(one => [one.name].flat())
      const first = items.map(item => named.find(name => name[0] === item.field)).find(name => name !== undefined)
      if (first !== undefined) focusField(formName, first.join('_'))
      if (!(error instanceof ApiError)) console.error(error)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, problem, save, forget: () => setProblem(null) }
}

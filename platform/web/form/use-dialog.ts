/** What the buttons and keys of a form's dialog do: saving, closing, and the answers to what another person saved meanwhile. */
import { Form, Modal, type FormInstance } from 'antd'
import { useId, useMemo, useState, type KeyboardEvent } from 'react'
import type { Call, FormItem, Row } from '../../declare/wire.ts'
import type { ApiError } from '../api/client.ts'
import { feedback } from '../api/feedback.ts'
import { t } from '../i18n/t.ts'
import { askFirst } from '../widgets/confirm.tsx'
import { emptied } from './choose.tsx'
import { changesBetween, currentRow } from './conflict.tsx'
import type { FormScope } from '../values/form-scope.ts'
import { isReadOnly, type FormStatus, type FormValues } from './form-values.ts'
import { useFormRecord } from './use-form-record.ts'
import { useFormSave } from './use-form-save.ts'

export interface DialogOptions {
  readonly items: readonly FormItem[]
  readonly status: FormStatus
  /** the record to edit; null: a new one */
  readonly row: Row | null
  /** values that a new record begins with */
  readonly prefill?: FormValues
  /** name under which what was typed is kept until it is saved; absent: it is not kept */
  readonly draft?: string
  /** tells a sensitive value of the record that is edited */
  readonly reveal?: Call
  /** `version` is that of the record the values were made from */
  readonly submit: (body: FormValues, version: number | null) => Promise<unknown>
  readonly onDone: (answer: unknown) => void
  readonly onClose: () => void
}

/** Fields whose files are on their way. */
function useUploading(
  recordId: string | null,
  version: number | null,
  reveal: Call | undefined,
  form: FormInstance<FormValues>,
): { scope: FormScope; isUploading: () => boolean } {
  const [uploading] = useState(() => new Set<string>())
  const scope = useMemo<FormScope>(
    () => ({
      setBusy: (field, isBusy) => void (isBusy ? uploading.add(field) : uploading.delete(field)),
      recordId,
      version,
      values: () => form.getFieldsValue(true) as FormValues,
      ...(reveal === undefined ? {} : { reveal }),
    }),
    [uploading, recordId, version, reveal, form],
  )
  return { scope, isUploading: () => uploading.size > 0 }
}

/** Lines raise the version of their document: where that alone was changed, the version to save with; else null. */
function versionRaisedByLines(items: readonly FormItem[], base: Row | null, error: ApiError): number | null {
  const now = currentRow(error.data)
  if (now === null || base === null || !items.some(item => item.lines !== undefined)) return null
  return changesBetween(items, base, now).length === 0 ? (now.version ?? null) : null
}

/** Fields that no longer fit what was changed. What is read-only stays as the record has it; the server says where it no longer fits. */
const unfitFields = (items: readonly FormItem[], status: FormStatus, changed: FormValues, values: FormValues): string[] =>
  emptied(
    items.filter(item => !isReadOnly(item, status)),
    Object.keys(changed),
  ).filter(field => values[field] !== undefined)

/** What a person decides where somebody else saved first. */
const conflictAnswers = (record: ReturnType<typeof useFormRecord>, forget: () => void, save: () => void) => ({
  keepMine(now: Row): void {
    record.mergeOnto(now)
    save()
  },
  mergeLines(current: readonly Row[], isMine: boolean): void {
    record.mergeLines(current, isMine)
    if (isMine) save()
    else forget()
  },
  takeLatest(now: Row): void {
    record.takeLatest(now)
    forget()
  },
})

export function useDialog({ items, status, row, prefill, draft, reveal, submit, onDone, onClose }: DialogOptions) {
  const [form] = Form.useForm<Record<string, unknown>>()
  const formName = useId()
  const [modal, questions] = Modal.useModal()
  const record = useFormRecord({ form, items, row, prefill: prefill ?? null, draft: draft ?? null })
  const saving = useFormSave({
    form,
    formName,
    items,
    status,
    submit,
    // a version that lines alone have raised asks the person nothing
    onConflict: error => versionRaisedByLines(items, record.base, error),
    onDone: answer => {
      record.finish()
      onDone(answer)
    },
  })
  const { scope, isUploading } = useUploading(row?.id ?? null, record.base?.version ?? null, reveal, form)
  const save = (): void => {
    if (isUploading()) feedback.warning(t('文件还在上传，请稍候再保存'))
    else void saving.save(record.version.current)
  }
  return {
    form,
    formName,
    questions,
    record,
    saving,
    scope,
    save,
    ...conflictAnswers(record, saving.forget, save),
    changed(changed: FormValues, values: FormValues): void {
      const unfit = unfitFields(items, status, changed, values)
      const without = Object.fromEntries(unfit.map(field => [field, undefined]))
      if (unfit.length > 0) form.setFieldsValue(without)
      record.changed({ ...values, ...without })
    },
    close(): void {
      if (saving.busy) return
      if (!record.isDirty) return onClose()
      const onOk = (): void => {
        record.finish()
        onClose()
      }
      askFirst(modal, { loses: true, title: t('有未保存的修改，确定要放弃吗？'), okText: t('放弃修改'), cancelText: t('继续填写'), onOk })
    },
    onKeyDown(event: KeyboardEvent): void {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      save()
    },
  }
}

/** A dialog with a form drawn from metadata: new record (status 1), edit (status 2), or the input of an action. */
import { Form, Modal } from 'antd'
import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Call, FormItem, Row } from '../../declare/wire.ts'
import { feedback } from '../api/feedback.ts'
import { HistoryButton } from '../history/history-button.tsx'
import { t } from '../i18n/t.ts'
import { useIsMobile } from '../shell/layout/use-is-mobile.ts'
import { TabModal } from '../shell/page/tab-modal.tsx'
import { changesBetween, currentRow } from './conflict.tsx'
import { ChangedNotice } from './changed-notice.tsx'
import { emptied } from './choose.tsx'
import { DraftOffer } from './draft-offer.tsx'
import { formWidth, hasTwoColumns, Item } from './form-item.tsx'
import { FormScopeContext, type FormScope } from './form-scope.ts'
import { focusField } from './focus-field.ts'
import { isReadOnly, type FormStatus, type FormValues } from './form-values.ts'
import { Problems } from './problems.tsx'
import { useFormRecord } from './use-form-record.ts'
import { useFormSave } from './use-form-save.ts'
import './form.css'

export interface FormModalProps {
  readonly title: string
  /** says what the button does: 新增国家, not 确定 */
  readonly okText: string
  readonly items: readonly FormItem[]
  readonly status: FormStatus
  /** the record to edit; null: a new one */
  readonly row: Row | null
  /** name under which what was typed is kept until it is saved; absent: it is not kept */
  readonly draft?: string
  /** the record as its list names it: the form says when another person changes it meanwhile */
  readonly watch?: { readonly type: string; readonly id: string }
  /** tells a sensitive value of the record that is edited */
  readonly reveal?: Call
  /** takes the place of a dialog that is there already: it does not come up a second time */
  readonly isStill?: boolean
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
): { scope: FormScope; isUploading: () => boolean } {
  const [uploading] = useState(() => new Set<string>())
  const scope = useMemo<FormScope>(
    () => ({
      setBusy: (field, isBusy) => void (isBusy ? uploading.add(field) : uploading.delete(field)),
      recordId,
      version,
      ...(reveal === undefined ? {} : { reveal }),
    }),
    [uploading, recordId, version, reveal],
  )
  return { scope, isUploading: () => uploading.size > 0 }
}

/** What the dialog's buttons and keys do. */
function useDialog({ items, status, row, draft, reveal, submit, onDone, onClose }: FormModalProps) {
  const [form] = Form.useForm<Record<string, unknown>>()
  const formName = useId()
  const [modal, questions] = Modal.useModal()
  const record = useFormRecord({ form, items, row, draft: draft ?? null })
  const saving = useFormSave({
    form,
    formName,
    items,
    status,
    submit,
    // lines raise the version of their document: that alone asks nobody anything
    onConflict: error => {
      const now = currentRow(error.data)
      const { base } = record
      if (now === null || base === null || !items.some(item => item.lines !== undefined)) return null
      return changesBetween(items, base, now).length === 0 ? (now.version ?? null) : null
    },
    onDone: answer => {
      record.finish()
      onDone(answer)
    },
  })
  const { scope, isUploading } = useUploading(row?.id ?? null, record.base?.version ?? null, reveal)
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
    changed(changed: FormValues, values: FormValues): void {
      // what is read-only stays as the record has it; the server says where it no longer fits
      const unfit = emptied(
        items.filter(item => !isReadOnly(item, status)),
        Object.keys(changed),
      ).filter(field => values[field] !== undefined)
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
      void modal.confirm({ title: t('有未保存的修改，确定要放弃吗？'), okText: t('放弃修改'), cancelText: t('继续填写'), onOk })
    },
    onKeyDown(event: KeyboardEvent): void {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      save()
    },
    keepMine(now: Row): void {
      record.mergeOnto(now)
      save()
    },
    mergeLines(current: readonly Row[], isMine: boolean): void {
      record.mergeLines(current, isMine)
      if (isMine) save()
      else saving.forget()
    },
    takeLatest(now: Row): void {
      record.takeLatest(now)
      saving.forget()
    },
  }
}

/** Mount it to open it: its values live as long as it is mounted, also while its tab is hidden. */
export function FormModal(props: FormModalProps) {
  const { title, okText, items, status, isStill = false, watch } = props
  // fingers need 40 px
  const isMobile = useIsMobile()
  const body = useRef<HTMLDivElement>(null)
  const size = isMobile ? 'large' : 'middle'
  const { form, formName, questions, record, saving, scope, ...on } = useDialog(props)
  const { busy, problem } = saving
  return (
    <TabModal
      className="zg-form-modal"
      {...(isStill ? { transitionName: '', maskTransitionName: '' } : {})}
      title={title}
      open
      okButtonProps={{ size }}
      cancelButtonProps={{ size }}
      afterOpenChange={isOpen => {
        const first = items.find(item => !isReadOnly(item, status))
        // whoever is quicker than the dialog is in a field already; on a phone the keyboard would cover the form
        const isTyping = body.current?.contains(document.activeElement) === true
        if (isOpen && !isMobile && !isTyping && first !== undefined) focusField(formName, first.field)
      }}
      okText={okText}
      cancelText={t('取消')}
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={on.save}
      onCancel={on.close}
      width={formWidth(items)}
      {...(watch === undefined
        ? {}
        : {
            footer: (buttons: ReactNode) => (
              <>
                <HistoryButton {...watch} />
                {buttons}
              </>
            ),
          })}
    >
      {questions}
      <div ref={body} onKeyDown={on.onKeyDown} className="zg-form">
        <DraftOffer draft={record.offered} onTake={record.restore} onDrop={record.drop} />
        {watch !== undefined && problem === null && <ChangedNotice {...watch} />}
        <Problems
          problem={problem}
          items={items}
          row={record.base}
          busy={busy}
          onKeepMine={on.keepMine}
          onTakeLatest={on.takeLatest}
          values={form.getFieldsValue(true) as FormValues}
          onLines={on.mergeLines}
        />
        <Form
          form={form}
          name={formName}
          layout="vertical"
          size={size}
          className={hasTwoColumns(items) ? 'zg-form-columns' : ''}
          initialValues={record.initial}
          onValuesChange={on.changed}
          requiredMark
        >
          <FormScopeContext value={scope}>
            {items.map(item => (
              <Item key={item.field} item={item} status={status} />
            ))}
          </FormScopeContext>
        </Form>
      </div>
    </TabModal>
  )
}

/** A dialog with a form drawn from metadata: new record (status 1), edit (status 2), or the input of an action. */
import { Alert, Form, Modal } from 'antd'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { FormItem, Row } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { TabModal } from '../shell/page/tab-modal.tsx'
import { Conflict, changesBetween, currentRow } from './conflict.tsx'
import { FormControl } from './form-control.tsx'
import { firstValues, isReadOnly, type FormStatus, type FormValues } from './form-values.ts'
import { itemError } from './item-rules.ts'
import { useFormSave, type SaveProblem } from './use-form-save.ts'
import './form.css'

interface FormModalProps {
  readonly title: string
  /** says what the button does: 新增国家, not 确定 */
  readonly okText: string
  readonly items: readonly FormItem[]
  readonly status: FormStatus
  /** the record to edit; null: a new one */
  readonly row: Row | null
  /** `version` is that of the record the values were made from */
  readonly submit: (body: FormValues, version: number | null) => Promise<unknown>
  readonly onDone: (answer: unknown) => void
  readonly onClose: () => void
}

/** Asks before the browser leaves a page with unsaved values. */
function useLeaveGuard(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    const guard = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', guard)
    return () => window.removeEventListener('beforeunload', guard)
  }, [isDirty])
}

interface ProblemsProps {
  readonly problem: SaveProblem | null
  readonly items: readonly FormItem[]
  readonly row: Row | null
  readonly busy: boolean
  readonly onKeepMine: (now: Row) => void
  readonly onTakeLatest: (now: Row) => void
}

/** Why the last save failed, at the head of the form. */
function Problems({ problem, items, row, busy, onKeepMine, onTakeLatest }: ProblemsProps) {
  if (problem === null) return null
  const { conflict, messages, requestId } = problem
  if (conflict !== null) {
    const current = currentRow(conflict.data)
    return (
      <Conflict
        message={conflict.msg}
        changes={row === null || current === null ? [] : changesBetween(items, row, current)}
        busy={busy}
        onKeepMine={current === null ? null : () => onKeepMine(current)}
        onTakeLatest={current === null ? null : () => onTakeLatest(current)}
      />
    )
  }
  if (messages.length === 0) return null
  return (
    <Alert
      type="error"
      showIcon
      title={messages.join('；')}
      description={requestId === null ? undefined : t('请求编号 {id}', { id: requestId })}
    />
  )
}

function Item({ item, status }: { item: FormItem; status: FormStatus }) {
  const readOnly = isReadOnly(item, status)
  return (
    <Form.Item
      name={item.field}
      label={item.title}
      required={item.required && item.type !== 'switch'}
      extra={item.help}
      // what can't be changed here can't be mended here either
      rules={readOnly ? [] : [{ validator: (_, value: unknown) => rejectWith(itemError(item, value)) }]}
    >
      <FormControl item={item} disabled={readOnly} />
    </Form.Item>
  )
}

/** Mount it to open it: its values live as long as it is mounted, also while its tab is hidden. */
export function FormModal({ title, okText, items, status, row, submit, onDone, onClose }: FormModalProps) {
  const [form] = Form.useForm<Record<string, unknown>>()
  const [initial] = useState(() => firstValues(items, row))
  const [isDirty, setDirty] = useState(false)
  const version = useRef(row?.version ?? null)
  const [modal, questions] = Modal.useModal()
  const { busy, problem, save, forget } = useFormSave({ form, items, status, submit, onDone })
  useLeaveGuard(isDirty)

  const close = (): void => {
    if (busy) return
    if (!isDirty) onClose()
    else void modal.confirm({ title: t('有未保存的修改，确定要放弃吗？'), okText: t('放弃修改'), cancelText: t('继续填写'), onOk: onClose })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void save(version.current)
    }
  }
  const keepMine = (now: Row): void => {
    version.current = now.version ?? null
    void save(version.current)
  }
  const takeLatest = (now: Row): void => {
    version.current = now.version ?? null
    form.setFieldsValue({ ...firstValues(items, now) })
    setDirty(false)
    forget()
  }

  return (
    <TabModal
      title={title}
      open
      okText={okText}
      cancelText={t('取消')}
      confirmLoading={busy}
      mask={{ closable: false }}
      onOk={() => void save(version.current)}
      onCancel={close}
      width={items.some(item => item.type === 'richText') ? 960 : 560}
    >
      {questions}
      <div onKeyDown={onKeyDown} className="zg-form">
        <Problems problem={problem} items={items} row={row} busy={busy} onKeepMine={keepMine} onTakeLatest={takeLatest} />
        <Form form={form} layout="vertical" initialValues={initial} scrollToFirstError onValuesChange={() => setDirty(true)} requiredMark>
          {items.map(item => (
            <Item key={item.field} item={item} status={status} />
          ))}
        </Form>
      </div>
    </TabModal>
  )
}

const rejectWith = (message: string | null): Promise<void> => (message === null ? Promise.resolve() : Promise.reject(new Error(message)))

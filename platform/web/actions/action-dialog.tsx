/**
 * The form of what is done to a row: a new record, an edit, the input of an action. A chunk of its own: a list is read far more often than
 * changed.
 */
import { useQuery } from '@tanstack/react-query'
import type { FormItem, ListDefinition, Row } from '../../declare/wire.ts'
import { EditModal } from '../form/edit-modal.tsx'
import { formWidth } from '../form/form-item.tsx'
import { FormModal, type FormModalProps } from '../form/form-modal.tsx'
import { formStatus } from '../form/form-values.ts'
import { hasLines, linesOf } from '../lines/load-lines.ts'
import { t } from '../i18n/t.ts'
import { actionBody, doneText, type OpenAction } from './action-words.ts'
import { TabModal } from '../page/tab-modal.tsx'
import { change, read } from '../values/call.ts'
import { RowsFailed, RowsLoading } from '../values/list-notices.tsx'
import { runAction } from './run-action.ts'

/** The whole record where it can be read alone: a list row may lack columns of the form. A refusal shows in the dialog. */
async function wholeRow({ calls, form }: ListDefinition, row: Row): Promise<Row> {
  const [whole, lines] = await Promise.all([
    calls.one === undefined ? {} : read<Row>(calls.one, { id: row.id }, { quiet: true }),
    linesOf(form, row.id),
  ])
  return { ...row, ...whole, ...lines }
}

/** What is asked of one record is narrowed by its fields, where the form has none of that name. */
function narrowed(items: readonly FormItem[], row: Row): FormItem[] {
  const asked = new Set(items.map(item => item.field))
  return items.map(item => {
    const known = Object.entries(item.narrowedBy ?? {}).filter(([own]) => !asked.has(own) && typeof row[own] === 'string')
    return known.length === 0 ? item : { ...item, among: Object.fromEntries(known.map(([own, theirs]) => [theirs, String(row[own])])) }
  })
}

/** The input of an action; where it shows lines of its record, these are read first. */
function InputModal({ of, ...form }: FormModalProps & { readonly of: Row | undefined }) {
  const needsLines = of !== undefined && hasLines(form.items)
  const { data, error, refetch } = useQuery({
    queryKey: ['lines', of?.id, form.title],
    queryFn: () => linesOf(form.items, of?.id ?? ''),
    enabled: needsLines,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    throwOnError: false,
  })
  if (!needsLines) return <FormModal {...form} />
  if (data !== undefined)
    return (
      <FormModal {...form} items={form.items.map(item => (item.lines === undefined ? item : { ...item, initial: data[item.field] }))} />
    )
  return (
    <TabModal className="zg-form-modal" title={form.title} open footer={null} width={formWidth(form.items)} onCancel={form.onClose}>
      {error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />}
    </TabModal>
  )
}

/** What is nobody's but the record's own: files, sensitive values, lines. */
const isOwn = (item: FormItem): boolean => item.type === 'file' || item.lines !== undefined || item.sensitive === true

/** A new record that begins with the values of another one, read whole. */
function CopyModal({
  load,
  queryKey,
  ...form
}: FormModalProps & { readonly load: () => Promise<Row>; readonly queryKey: readonly string[] }) {
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: load,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    throwOnError: false,
  })
  if (data !== undefined) {
    const own = new Set(form.items.filter(isOwn).map(item => item.field))
    return <FormModal {...form} prefill={Object.fromEntries(Object.entries(data).filter(([name]) => !own.has(name)))} />
  }
  return (
    <TabModal className="zg-form-modal" title={form.title} open footer={null} width={formWidth(form.items)} onCancel={form.onClose}>
      {error === null ? <RowsLoading /> : <RowsFailed error={error} onRetry={() => void refetch()} />}
    </TabModal>
  )
}

type CopyDialogProps = Omit<ActionDialogProps, 'open'> & { readonly row: Row }

function CopyDialog({ definition, row, onDone, onClose }: CopyDialogProps) {
  const { type, title, form, calls } = definition
  const { add } = calls
  if (add === undefined) return null
  return (
    <CopyModal
      load={() => wholeRow(definition, row)}
      queryKey={['copy', type, row.id]}
      title={t('新增{title}', { title })}
      okText={t('新增{title}', { title })}
      items={form}
      status={formStatus.add}
      row={null}
      submit={body => change(add, body, { quiet: true })}
      onDone={answer => onDone(t('已新增'), answer)}
      onClose={onClose}
    />
  )
}

interface ActionDialogProps {
  readonly definition: ListDefinition
  readonly open: OpenAction
  readonly onDone: (text: string, answer: unknown) => void
  readonly onClose: () => void
}

export default function ActionDialog({ definition, open, onDone, onClose }: ActionDialogProps) {
  const { type, title, form, calls } = definition
  const { add, update } = calls
  if (open.kind === 'input') {
    const { action, rows, over } = open
    const count = over?.expected ?? rows.length
    const head = count > 1 ? t('{title}（{n} 行）', { title: action.title, n: count }) : action.title
    return (
      <InputModal
        of={rows.length === 1 ? rows[0] : undefined}
        title={head}
        okText={action.title}
        items={rows.length === 1 && rows[0] !== undefined ? narrowed(action.input, rows[0]) : action.input}
        status={formStatus.add}
        row={null}
        // what was typed belongs to the lines of one record
        draft={hasLines(action.input) ? `${type}.${action.name}.${rows[0]?.id ?? ''}` : `${type}.${action.name}`}
        submit={body => runAction(action, actionBody(action, rows, body, over), { quiet: true })}
        onDone={answer => onDone(doneText(action, rows, answer), answer)}
        onClose={onClose}
      />
    )
  }
  if (open.kind === 'add') {
    if (add === undefined) return null
    return (
      <FormModal
        title={t('新增{title}', { title })}
        okText={t('新增{title}', { title })}
        items={form}
        status={formStatus.add}
        row={null}
        {...(open.prefill === undefined ? {} : { prefill: open.prefill })}
        draft={`${type}.add`}
        submit={body => change(add, body, { quiet: true })}
        onDone={answer => onDone(t('已新增'), answer)}
        onClose={onClose}
      />
    )
  }
  const { row } = open
  if (open.kind === 'copy') return <CopyDialog definition={definition} row={row} onDone={onDone} onClose={onClose} />
  if (update === undefined) return null
  return (
    <EditModal
      type={type}
      id={row.id}
      load={() => wholeRow(definition, row)}
      title={t('编辑{title}', { title })}
      okText={t('保存')}
      items={form}
      {...(calls.reveal === undefined ? {} : { reveal: calls.reveal })}
      submit={(body, version) => change(update, { id: row.id, ...(version === null ? {} : { version }), ...body }, { quiet: true })}
      onDone={answer => onDone(t('已保存'), answer)}
      onClose={onClose}
    />
  )
}

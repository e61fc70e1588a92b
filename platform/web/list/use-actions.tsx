/** What is done to rows: edit, delete, declared actions; asked for, filled in, run once, and the list asked again. */
import { Modal } from 'antd'
import { useState, type ReactNode } from 'react'
import type { ActionDefinition, ListDefinition, Row } from '../../declare/wire.ts'
import { sayDone } from '../batch/undo.ts'
import { EditModal } from '../form/edit-modal.tsx'
import { FormModal } from '../form/form-modal.tsx'
import { formStatus, type FormValues } from '../form/form-values.ts'
import { t } from '../i18n/t.ts'
import { change, read } from './call.ts'
import { confirmText, rowName } from './list-texts.ts'
import { told } from './told.ts'

type Open =
  | { readonly kind: 'add' }
  | { readonly kind: 'edit'; readonly row: Row }
  | { readonly kind: 'input'; readonly action: ActionDefinition; readonly rows: readonly Row[] }

export interface ListActions {
  add(): void
  edit(row: Row): void
  remove(row: Row): void
  /** several at once: all of them or none */
  removeMany(rows: readonly Row[]): void
  run(action: ActionDefinition, rows: readonly Row[]): void
  /** the open dialogs, to be drawn by the page */
  readonly dialog: ReactNode
}

/** Body of an action's call: over a row `{ id, version }`, over rows `{ ids }`, over the page nothing; then the declared part and what was filled in. */
function actionBody(action: ActionDefinition, rows: readonly Row[], input: FormValues = {}): FormValues {
  const first = rows[0]
  const over =
    action.over === 'rows'
      ? { ids: rows.map(one => one.id) }
      : action.over === 'row' && first !== undefined
        ? { id: first.id, ...(first.version === undefined ? {} : { version: first.version }) }
        : {}
  return { ...over, ...action.body, ...input }
}

/** The whole record where it can be read alone: a list row may lack columns of the form. A refusal shows in the dialog. */
async function wholeRow({ calls }: ListDefinition, row: Row): Promise<Row> {
  return calls.one === undefined ? row : { ...row, ...(await read<Row>(calls.one, { id: row.id }, { quiet: true })) }
}

function doneText(action: ActionDefinition, rows: readonly Row[]): string {
  return rows.length > 1 ? t('{title}完成，共 {n} 行', { title: action.title, n: rows.length }) : t('{title}完成', { title: action.title })
}

type Changed = (text: string, answer?: unknown) => void

/** Deleting asks once, naming what and how many. */
function removals(
  definition: ListDefinition,
  modal: ReturnType<typeof Modal.useModal>[0],
  changed: Changed,
): Pick<ListActions, 'remove' | 'removeMany'> {
  const { calls } = definition
  function remove(row: Row): void {
    const call = calls.remove
    if (call === undefined) return
    const name = rowName(definition.showList, row)
    void modal.confirm({
      title: t('确定要删除“{name}”吗？', { name }),
      content: calls.undo === undefined ? t('删除后不能恢复。') : t('24 小时内可以撤销。'),
      okText: t('删除'),
      okButtonProps: { danger: true },
      cancelText: t('取消'),
      onOk: () =>
        told(
          change(call, { id: row.id, ...(row.version === undefined ? {} : { version: row.version }) }).then(answer =>
            changed(t('已删除“{name}”', { name }), answer),
          ),
        ),
    })
  }

  function removeMany(rows: readonly Row[]): void {
    const call = calls.remove
    if (call === undefined) return
    const n = rows.length
    void modal.confirm({
      title: t('确定要删除所选 {n} 行吗？', { n }),
      content: calls.undo === undefined ? t('删除后不能恢复。') : t('24 小时内可以撤销。'),
      okText: t('删除 {n} 行', { n }),
      okButtonProps: { danger: true },
      cancelText: t('取消'),
      onOk: () => told(change(call, { ids: rows.map(one => one.id) }).then(answer => changed(t('已删除 {n} 行', { n }), answer))),
    })
  }
  return { remove, removeMany }
}

export function useListActions(definition: ListDefinition, onChanged: () => void): ListActions {
  const [open, setOpen] = useState<Open | null>(null)
  const [modal, questions] = Modal.useModal()
  const changed = (text: string, answer?: unknown): void => {
    sayDone(definition.calls, text, answer, onChanged)
    setOpen(null)
    onChanged()
  }
  function run(action: ActionDefinition, rows: readonly Row[]): void {
    const ask = async (): Promise<void> => {
      const answer = await change(action.call, actionBody(action, rows))
      changed(doneText(action, rows), answer)
    }
    if (action.input.length > 0) setOpen({ kind: 'input', action, rows })
    else if (action.confirm === null) void told(ask())
    else
      void modal.confirm({
        title: confirmText(action.confirm, rows.length),
        okText: action.title,
        cancelText: t('取消'),
        onOk: () => told(ask()),
      })
  }

  return {
    add: () => setOpen({ kind: 'add' }),
    edit: row => setOpen({ kind: 'edit', row }),
    ...removals(definition, modal, changed),
    run,
    dialog: (
      <>
        {questions}
        {open !== null && <ActionDialog definition={definition} open={open} onDone={changed} onClose={() => setOpen(null)} />}
      </>
    ),
  }
}

interface ActionDialogProps {
  readonly definition: ListDefinition
  readonly open: Open
  readonly onDone: (text: string, answer: unknown) => void
  readonly onClose: () => void
}

function ActionDialog({ definition, open, onDone, onClose }: ActionDialogProps) {
  const { type, title, form, calls } = definition
  const { add, update } = calls
  if (open.kind === 'input') {
    const { action, rows } = open
    const head = rows.length > 1 ? t('{title}（{n} 行）', { title: action.title, n: rows.length }) : action.title
    return (
      <FormModal
        title={head}
        okText={action.title}
        items={action.input}
        status={formStatus.add}
        row={null}
        draft={`${type}.${action.name}`}
        submit={body => change(action.call, actionBody(action, rows, body), { quiet: true })}
        onDone={answer => onDone(doneText(action, rows), answer)}
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
        draft={`${type}.add`}
        submit={body => change(add, body, { quiet: true })}
        onDone={answer => onDone(t('已新增'), answer)}
        onClose={onClose}
      />
    )
  }
  if (update === undefined) return null
  const { row } = open
  return (
    <EditModal
      type={type}
      id={row.id}
      load={() => wholeRow(definition, row)}
      title={t('编辑{title}', { title })}
      okText={t('保存')}
      items={form}
      submit={(body, version) => change(update, { id: row.id, ...(version === null ? {} : { version }), ...body }, { quiet: true })}
      onDone={answer => onDone(t('已保存'), answer)}
      onClose={onClose}
    />
  )
}

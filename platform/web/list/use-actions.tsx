/** What is done to rows: edit, delete, declared actions; asked for, filled in, run once, and the list asked again. */
import { Modal } from 'antd'
import { Suspense, lazy, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { ActionDefinition, ListDefinition, ListQuery, Row, StepDefinition } from '../../declare/wire.ts'
import { showBatchResult } from '../batch/undo.ts'
import { t } from '../i18n/t.ts'
import { withReload } from '../shell/page/chunk-load.ts'
import { feedback } from '../api/feedback.ts'
import { actionBody, doneText, type Filtered, type OpenAction } from './action-words.ts'
import { change, read } from './call.ts'
import { pageOf, runAction } from './run-action.ts'
import { confirmText, rowName } from './list-texts.ts'
import { asAction } from './row-steps.ts'
import { ignoreShownRefusal } from './ignore-shown-refusal.ts'
import { usePage } from '../shell/page/page-context.ts'
import { tellIfSynced } from '../shell/use-usage.ts'

const ActionDialog = lazy(withReload(() => import('./action-dialog.tsx')))

export interface ListActions {
  add(): void
  edit(row: Row): void
  remove(row: Row): void
  /** several at once: all of them or none */
  removeMany(rows: readonly Row[]): void
  readonly run: (action: ActionDefinition, rows: readonly Row[]) => void
  /** over whatever the list finds: counted first, then done to so many or to none */
  runOver(action: ActionDefinition, query: ListQuery): void
  readonly step: (step: StepDefinition, rows: readonly Row[]) => void
  /** the open dialogs, to be drawn by the page */
  readonly dialog: ReactNode
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
        ignoreShownRefusal(
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
      onOk: () =>
        ignoreShownRefusal(change(call, { ids: rows.map(one => one.id) }).then(answer => changed(t('已删除 {n} 行', { n }), answer))),
    })
  }
  return { remove, removeMany }
}

/** `onRemoved`: in place of `onChanged` where rows are gone. */
export function useListActions(definition: ListDefinition, onChanged: () => void, onRemoved: () => void = onChanged): ListActions {
  const [open, setOpen] = useState<OpenAction | null>(null)
  const [modal, questions] = Modal.useModal()
  const { menu } = usePage()
  const navigate = useNavigate()
  const synced = (action: ActionDefinition): void => tellIfSynced(action.call.path, menu.component)
  const done =
    (tell: () => void): Changed =>
    (text, answer) => {
      showBatchResult(definition.calls, text, answer, onChanged)
      setOpen(null)
      tell()
    }
  const changed = done(onChanged)
  const finish = (action: ActionDefinition, text: string, answer: unknown): void => {
    synced(action)
    changed(text, answer)
    const page = pageOf(action, answer)
    if (page !== null) void navigate(page)
  }
  function run(action: ActionDefinition, rows: readonly Row[], over?: Filtered): void {
    const ask = async (): Promise<void> =>
      finish(action, doneText(action, rows), await runAction(action, actionBody(action, rows, {}, over)))
    const question =
      action.confirm ?? (over === undefined ? null : t('{title}：符合条件的 {n} 行', { title: action.title, n: over.expected }))
    if (action.input.length > 0) setOpen({ kind: 'input', action, rows, ...(over === undefined ? {} : { over }) })
    else if (question === null) void ignoreShownRefusal(ask())
    else
      void modal.confirm({
        title: confirmText(question, over?.expected ?? rows.length),
        okText: action.title,
        cancelText: t('取消'),
        onOk: () => ignoreShownRefusal(ask()),
      })
  }

  async function counted(action: ActionDefinition, query: ListQuery): Promise<void> {
    const { total } = await read<{ total: number }>(action.call, { query, preview: true, ...action.body })
    if (total === 0) feedback.warning(t('没有符合条件的数据'))
    else run(action, [], { query, expected: total })
  }

  return {
    add: () => setOpen({ kind: 'add' }),
    edit: row => setOpen({ kind: 'edit', row }),
    ...removals(definition, modal, done(onRemoved)),
    run: (action, rows) => run(action, rows),
    runOver: (action, query) => void ignoreShownRefusal(counted(action, query)),
    step: (one, rows) => run(asAction(one, rows.length), rows),
    dialog: (
      <>
        {questions}
        {open !== null && (
          <Suspense fallback={null}>
            <ActionDialog
              definition={definition}
              open={open}
              onDone={(text, answer) => {
                if (open.kind === 'input') finish(open.action, text, answer)
                else changed(text, answer)
              }}
              onClose={() => setOpen(null)}
            />
          </Suspense>
        )}
      </>
    ),
  }
}

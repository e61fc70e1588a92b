/** What is done to rows: edit, delete, declared actions; asked for, filled in, run once, and the list asked again. */
import { Modal } from 'antd'
import { Suspense, useContext, useEffect, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { ActionDefinition, ListDefinition, ListQuery, Row, StepDefinition } from '../../declare/wire.ts'
import { showBatchResult } from '../values/undo.ts'
import { t } from '../i18n/t.ts'
import { askFirst } from '../widgets/confirm.tsx'
import { lazyPart } from '../page/lazy-part.tsx'
import { LinesPart } from '../lines/lines-part.ts'
import { hasLines } from '../lines/load-lines.ts'
import { feedback } from '../api/feedback.ts'
import type { FormValues } from '../form/form-values.ts'
import { actionBody, doneText, type Filtered, type OpenAction } from './action-words.ts'
import { change, read } from '../values/call.ts'
import { useRecordUrls } from '../values/record-link.tsx'
import { addForm } from '../values/row-openers.ts'
import { pageOf, runAction } from './run-action.ts'
import { confirmText, rowName } from '../values/list-texts.ts'
import { asAction } from '../values/row-steps.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import { usePage } from '../page/page-context.ts'
import { ShellContext } from '../page/shell-context.ts'
import { tellIfSynced } from '../page/use-usage.ts'

const ActionDialog = lazyPart(() => import('./action-dialog.tsx'))
/** the rows come first, the form is there before anybody asks for it */
const aheadMs = 1_000

/** Parts that are waited for where they are drawn cost 300 ms each (lazy-part.tsx): they are there before. */
async function partsOf({ form }: ListDefinition): Promise<void> {
  await Promise.all([ActionDialog.ahead(), hasLines(form) ? LinesPart.ahead() : undefined])
}

function useFormsAhead(definition: ListDefinition): void {
  const { calls, actions } = definition
  const isWritten = calls.add !== undefined || calls.update !== undefined || actions.some(one => one.input.length > 0)
  useEffect(() => {
    if (!isWritten) return undefined
    const timer = setTimeout(() => void partsOf(definition), aheadMs)
    return () => clearTimeout(timer)
  }, [isWritten, definition])
}

export interface ListActions {
  /** with what it begins, beside what its form says */
  add(prefill?: FormValues): void
  edit(row: Row): void
  /** a new record that begins with the values of this one */
  copy(row: Row): void
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
  const { calls, undoes } = definition
  const promise = undoes?.includes('remove') === true ? t('24 小时内可以撤销。') : t('删除后不能恢复。')
  function remove(row: Row): void {
    const call = calls.remove
    if (call === undefined) return
    const name = rowName(definition.showList, row)
    askFirst(modal, {
      loses: true,
      title: t('确定要删除“{name}”吗？', { name }),
      content: promise,
      okText: t('删除'),
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
    askFirst(modal, {
      loses: true,
      title: t('确定要删除所选 {n} 行吗？', { n }),
      content: promise,
      okText: t('删除 {n} 行', { n }),
      onOk: () =>
        ignoreShownRefusal(change(call, { ids: rows.map(one => one.id) }).then(answer => changed(t('已删除 {n} 行', { n }), answer))),
    })
  }
  return { remove, removeMany }
}

/** Opens what an action answers, in a tab of its own, as a link to it would. */
function useOpenPage(): (action: ActionDefinition, answer: unknown) => void {
  const navigate = useNavigate()
  const shell = useContext(ShellContext)
  const urlOf = useRecordUrls()
  return (action, answer) => {
    const page = pageOf(action, answer, urlOf)
    if (page !== null) void (shell === null ? navigate(page) : shell.open(page))
  }
}

interface OpenDialogProps {
  readonly definition: ListDefinition
  readonly open: OpenAction
  readonly finish: (action: ActionDefinition, text: string, answer: unknown) => void
  readonly changed: Changed
  readonly onClose: () => void
}

function OpenDialog({ definition, open, finish, changed, onClose }: OpenDialogProps) {
  const add = open.kind === 'add' ? addForm(definition.type) : null
  if (add !== null) return <Suspense fallback={null}>{add({ onClose, onDone: () => changed(t('已新增'), null) })}</Suspense>
  return (
    <Suspense fallback={null}>
      <ActionDialog
        definition={definition}
        open={open}
        onDone={(text, answer) => {
          if (open.kind === 'input') finish(open.action, text, answer)
          else changed(text, answer)
        }}
        onClose={onClose}
      />
    </Suspense>
  )
}

/** `onRemoved`: in place of `onChanged` where rows are gone. */
export function useListActions(definition: ListDefinition, onChanged: () => void, onRemoved: () => void = onChanged): ListActions {
  const [open, setOpen] = useState<OpenAction | null>(null)
  const [modal, questions] = Modal.useModal()
  useFormsAhead(definition)
  const show = (next: OpenAction): void => void partsOf(definition).then(() => setOpen(next))
  const { menu } = usePage()
  const openPage = useOpenPage()
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
    openPage(action, answer)
  }
  function run(action: ActionDefinition, rows: readonly Row[], over?: Filtered): void {
    const ask = async (): Promise<void> => {
      const answer = await runAction(action, actionBody(action, rows, {}, over))
      finish(action, doneText(action, rows, answer), answer)
    }
    const question =
      action.confirm ?? (over === undefined ? null : t('{title}：符合条件的 {n} 行', { title: action.title, n: over.expected }))
    if (action.input.length > 0) show({ kind: 'input', action, rows, ...(over && { over }) })
    else if (question === null) void ignoreShownRefusal(ask())
    else
      askFirst(modal, {
        loses: false,
        title: confirmText(question, over?.expected ?? rows.length),
        okText: action.title,
        onOk: () => ignoreShownRefusal(ask()),
      })
  }

  async function counted(action: ActionDefinition, query: ListQuery): Promise<void> {
    const { total } = await read<{ total: number }>(action.call, { query, preview: true, ...action.body })
    if (total === 0) feedback.warning(t('没有符合条件的数据'))
    else run(action, [], { query, expected: total })
  }

  return {
    add: prefill => show({ kind: 'add', ...(prefill === undefined ? {} : { prefill }) }),
    edit: row => show({ kind: 'edit', row }),
    copy: row => show({ kind: 'copy', row }),
    ...removals(definition, modal, done(onRemoved)),
    run: (action, rows) => run(action, rows),
    runOver: (action, query) => void ignoreShownRefusal(counted(action, query)),
    step: (one, rows) => run(asAction(one, rows.length), rows),
    dialog: (
      <>
        {questions}
        {open !== null && <OpenDialog {...{ definition, open, finish, changed }} onClose={() => setOpen(null)} />}
      </>
    ),
  }
}

/** What may be done to a record: its steps first, then edit, what its type opens, and the rest behind 更多. */
import { EllipsisOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import type { ListDefinition, Row } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { rowControls } from '../values/operation-rule.ts'
import type { RowOpener } from '../values/row-openers.ts'
import { mayEdit, mayRemove, mayRun, stepsOf } from '../values/row-steps.ts'
import type { ListActions } from '../actions/use-actions.tsx'

interface Control {
  readonly key: string
  readonly title: string
  readonly tone: 'primary' | 'danger' | null
  run(): void
}

/** so many stand in the open on a phone and beside it */
const openMax = { phone: 2, desk: 5 } as const

interface RecordActionsProps {
  readonly definition: ListDefinition
  readonly row: Row
  readonly operations: readonly number[]
  readonly actions: ListActions
  readonly opener: RowOpener | null
  readonly onOpener: () => void
  readonly isMobile: boolean
  /** so many stand in the open where there is room */
  readonly open?: number
}

export function RecordActions({
  definition,
  row,
  operations,
  actions,
  opener,
  onOpener,
  isMobile,
  open: max = openMax.desk,
}: RecordActionsProps) {
  const may = rowControls(definition, operations)
  const all: Control[] = [
    ...stepsOf(definition, row).map(one => ({
      key: `step ${one.name}`,
      title: one.title,
      tone: one.tone,
      run: () => actions.step(one, [row]),
    })),
    ...(may.edit && mayEdit(definition, row) ? [{ key: 'edit', title: t('编辑'), tone: null, run: () => actions.edit(row) }] : []),
    ...(opener === null ? [] : [{ key: 'opener', title: opener.title, tone: null, run: onOpener }]),
    ...may.actions
      .filter(one => mayRun(definition, one, row))
      .map(one => ({ key: `action ${one.name}`, title: one.title, tone: null, run: () => actions.run(one, [row]) })),
    ...(may.hasColumn && definition.calls.add !== undefined && definition.form.length > 0
      ? [{ key: 'copy', title: t('复制为新记录'), tone: null, run: () => actions.copy(row) }]
      : []),
    ...(may.remove && mayRemove(definition, row)
      ? [{ key: 'remove', title: t('删除'), tone: 'danger' as const, run: () => actions.remove(row) }]
      : []),
  ]
  // what deletes stands behind the others
  const isDeleting = all.at(-1)?.key === 'remove' && all.length > 1
  const shown = Math.min(isMobile ? openMax.phone : max, isDeleting ? all.length - 1 : all.length)
  const open = all.slice(0, shown)
  const behind = all.slice(open.length)
  if (all.length === 0) return null
  return (
    <div className="zg-record-actions">
      {open.map(one => (
        <Button
          key={one.key}
          type={one.tone === 'primary' ? 'primary' : 'default'}
          danger={one.tone === 'danger'}
          onClick={() => one.run()}
        >
          {one.title}
        </Button>
      ))}
      {behind.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: behind.map(one => ({ key: one.key, label: one.title, danger: one.tone === 'danger' })),
            onClick: ({ key }) => behind.find(one => one.key === key)?.run(),
          }}
        >
          <Button icon={<EllipsisOutlined aria-hidden />} aria-label={t('更多')} title={t('更多')} />
        </Dropdown>
      )}
    </div>
  )
}

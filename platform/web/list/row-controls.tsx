/** The action column: 编辑, 删除 and what the definition declares over one row. */
import { Button, Dropdown, type TableColumnType } from 'antd'
import type { Row } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import type { RowControls } from './operation-rule.ts'
import type { ListActions } from './use-actions.tsx'

interface Control {
  readonly key: string
  readonly title: string
  readonly danger: boolean
  run(row: Row): void
}

/** More than this many stand behind 更多. */
const besideMax = 3

function controlsOf(controls: RowControls, actions: ListActions): Control[] {
  return [
    ...(controls.edit ? [{ key: 'edit', title: t('编辑'), danger: false, run: (row: Row) => void actions.edit(row) }] : []),
    ...controls.actions.map(one => ({
      key: `action ${one.name}`,
      title: one.title,
      danger: false,
      run: (row: Row) => actions.run(one, [row]),
    })),
    ...(controls.remove ? [{ key: 'remove', title: t('删除'), danger: true, run: (row: Row) => actions.remove(row) }] : []),
  ]
}

const widthOf = (controls: readonly Control[]): number =>
  24 + controls.reduce((sum, one) => sum + Array.from(one.title).length * 14 + 16, 0)

/** The action column, or null where nothing can be done to a row. */
export function actionColumn(controls: RowControls, actions: ListActions, isMobile: boolean): TableColumnType<Row> | null {
  const all = controlsOf(controls, actions)
  if (all.length === 0) return null
  const beside = all.length <= besideMax && !isMobile ? all : all.slice(0, isMobile ? 0 : besideMax - 1)
  const behind = all.slice(beside.length)
  const more: Control = { key: 'more', title: t('更多'), danger: false, run() {} }
  return {
    key: 'zg-actions',
    title: t('操作'),
    fixed: 'right',
    width: widthOf(behind.length > 0 ? [...beside, more] : beside),
    render: (_: unknown, row: Row) => (
      <span className="zg-row-actions">
        {beside.map(one => (
          <Button key={one.key} type="link" size="small" danger={one.danger} onClick={() => one.run(row)}>
            {one.title}
          </Button>
        ))}
        {behind.length > 0 && (
          <Dropdown
            trigger={['click']}
            menu={{
              items: behind.map(one => ({ key: one.key, label: one.title, danger: one.danger })),
              onClick: ({ key }) => behind.find(one => one.key === key)?.run(row),
            }}
          >
            <Button type="link" size="small">
              {more.title}
            </Button>
          </Dropdown>
        )}
      </span>
    ),
  }
}

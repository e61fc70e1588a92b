/** The action column: a menu of 查看, 编辑, 删除 and what the definition declares over one row, and the first of them at hand. */
import { EllipsisOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useLayoutEffect, useMemo, useState } from 'react'
import type { ListDefinition, Row } from '../../declare/wire.ts'
import { observable } from '../api/observable.ts'
import type { GridColumn, RowEntry } from '../grid/grid-columns.ts'
import { t } from '../i18n/t.ts'
import type { RowControls } from '../values/operation-rule.ts'
import { mayEdit, mayRemove, mayRun, stepsOf } from '../values/row-steps.ts'
import type { ListActions } from './use-actions.tsx'

/** What the column asks of a list. */
type RowActions = Pick<ListActions, 'edit' | 'remove' | 'run' | 'step'>

/** Actions that open beside the sign of the menu. */
const besideMax = 2
/** px of the column: the sign of the menu alone */
const columnWidth = 40
/** and where a finger meets it */
const phoneWidth = 48

/** What can be done with a row, in its order. */
function controlsOf(
  definition: ListDefinition,
  controls: RowControls,
  actions: RowActions,
  onView: (row: Row) => void,
  row: Row,
): readonly RowEntry[] {
  return [
    { key: 'view', title: t('查看'), danger: false, run: () => onView(row) },
    ...stepsOf(definition, row).map(one => ({
      key: `step ${one.name}`,
      title: one.title,
      danger: one.tone === 'danger',
      run: () => actions.step(one, [row]),
    })),
    ...(controls.edit && mayEdit(definition, row) ? [{ key: 'edit', title: t('编辑'), danger: false, run: () => actions.edit(row) }] : []),
    ...controls.actions
      .filter(one => mayRun(definition, one, row))
      .map(one => ({ key: `action ${one.name}`, title: one.title, danger: false, run: () => actions.run(one, [row]) })),
    ...(controls.remove && mayRemove(definition, row)
      ? [{ key: 'remove', title: t('删除'), danger: true, run: () => actions.remove(row) }]
      : []),
  ]
}

/** The first that do something. Its name opens the row already, and nothing is deleted by one click. */
export function besideOf(all: readonly RowEntry[]): readonly RowEntry[] {
  const doing = all.filter(one => one.key !== 'view' && one.key !== 'remove')
  return doing.length === 0 ? all.slice(0, 1) : doing.slice(0, besideMax)
}

/** The action column, or null where neither operations nor steps leave one. */
function actionColumn(
  definition: ListDefinition,
  controls: RowControls,
  actions: RowActions,
  onView: (row: Row) => void,
  isMobile: boolean,
): GridColumn<Row> | null {
  if (!controls.hasColumn) return null
  const menu = (row: Row): readonly RowEntry[] => controlsOf(definition, controls, actions, onView, row)
  return {
    key: 'zg-actions',
    name: t('操作'),
    pin: 'right',
    isFixed: true,
    look: 'zg-row-cell',
    width: isMobile ? phoneWidth : columnWidth,
    menu,
    ...(isMobile ? { beside: (row: Row) => <First controls={menu(row)} /> } : {}),
    render: row => (isMobile ? <Behind controls={menu(row)} /> : <Beside controls={menu(row)} />),
  }
}

/**
 * The action column, the same from drawing to drawing: another one would draw every cell of the table anew. Its buttons run the actions of
 * the last drawing.
 */
export function useActionColumn(
  definition: ListDefinition,
  controls: RowControls,
  actions: ListActions,
  onView: (row: Row) => void,
  isMobile: boolean,
): GridColumn<Row> | null {
  const [last] = useState(() => observable<RowActions>(actions))
  useLayoutEffect(() => last.set(actions))
  return useMemo(() => {
    const run: RowActions = {
      edit: row => last.get().edit(row),
      remove: row => last.get().remove(row),
      run: (action, rows) => last.get().run(action, rows),
      step: (step, rows) => last.get().step(step, rows),
    }
    return actionColumn(definition, controls, run, onView, isMobile)
  }, [definition, controls, onView, isMobile, last])
}

function First({ controls }: { controls: readonly RowEntry[] }) {
  return besideOf(controls).map(one => (
    <button
      key={one.key}
      type="button"
      tabIndex={-1}
      className={one.danger ? 'zg-row-action zg-row-danger' : 'zg-row-action'}
      onClick={one.run}
    >
      {one.title}
    </button>
  ))
}

/** The sign of the menu, which the table opens; the first actions to its left while the pointer or the focus is here. */
function Beside({ controls }: { controls: readonly RowEntry[] }) {
  return (
    <>
      <span className="zg-row-patch">
        <First controls={controls} />
      </span>
      <button type="button" tabIndex={-1} className="zg-row-action zg-row-more" aria-haspopup="menu" aria-label={t('操作')}>
        ⋯
      </button>
    </>
  )
}

function Behind({ controls }: { controls: readonly RowEntry[] }) {
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: controls.map(({ key, title, danger }) => ({ key, label: title, danger })),
        onClick: ({ key }) => controls.find(one => one.key === key)?.run(),
      }}
    >
      <Button type="link" size="small" tabIndex={-1} icon={<EllipsisOutlined aria-hidden />} aria-label={t('更多')} />
    </Dropdown>
  )
}

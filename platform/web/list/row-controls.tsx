/** The action column: 查看, 编辑, 删除 and what the definition declares over one row. */
import { EllipsisOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useLayoutEffect, useMemo, useState } from 'react'
import { textWidth } from '#platform/format/text.ts'
import type { ListDefinition, Row } from '../../declare/wire.ts'
import { observable } from '../api/observable.ts'
import type { GridColumn } from '../grid/grid-columns.ts'
import { t } from '../i18n/t.ts'
import type { RowControls } from './operation-rule.ts'
import { mayEdit, mayRemove, mayRun, stepsOf } from './row-steps.ts'
import type { ListActions } from './use-actions.tsx'

/** What the column asks of a list. */
type RowActions = Pick<ListActions, 'edit' | 'remove' | 'run' | 'step'>

interface Control {
  readonly key: string
  readonly title: string
  readonly danger: boolean
  run(row: Row): void
}

/** More than this many stand behind 更多, and what is wider than this many px. */
const besideMax = 3
const widthMax = 200
/** px of a half-width character, of what stands around a button and of the padding of the cell */
const characterWidth = 7
const buttonRoom = 16
const cellRoom = 24
/** px of the column where all of them stand behind a sign */
const narrowWidth = 48

const more = (): Pick<Control, 'title'> => ({ title: t('更多') })

/** Of a row, or with null all that any row may have. */
function controlsOf(
  definition: ListDefinition,
  controls: RowControls,
  actions: RowActions,
  onView: (row: Row) => void,
  of: Row | null,
): Control[] {
  const steps = of === null ? (definition.states?.steps ?? []) : stepsOf(definition, of)
  return [
    { key: 'view', title: t('查看'), danger: false, run: onView },
    ...steps.map(one => ({
      key: `step ${one.name}`,
      title: one.title,
      danger: one.tone === 'danger',
      run: (row: Row) => actions.step(one, [row]),
    })),
    ...(controls.edit && (of === null || mayEdit(definition, of))
      ? [{ key: 'edit', title: t('编辑'), danger: false, run: (row: Row) => actions.edit(row) }]
      : []),
    ...controls.actions
      .filter(one => of === null || mayRun(definition, one, of))
      .map(one => ({
        key: `action ${one.name}`,
        title: one.title,
        danger: false,
        run: (row: Row) => actions.run(one, [row]),
      })),
    ...(controls.remove && (of === null || mayRemove(definition, of))
      ? [{ key: 'remove', title: t('删除'), danger: true, run: (row: Row) => actions.remove(row) }]
      : []),
  ]
}

const buttonWidth = ({ title }: Pick<Control, 'title'>): number => textWidth(title) * characterWidth + buttonRoom
const widthOf = (controls: readonly Pick<Control, 'title'>[]): number => controls.reduce((sum, one) => sum + buttonWidth(one), cellRoom)

interface Divided {
  readonly beside: readonly Control[]
  readonly behind: readonly Control[]
}

/** As many beside each other as their number and their width allow, in their order; the others behind 更多. */
function divided(all: readonly Control[], isMobile: boolean): Divided {
  if (isMobile) return { beside: [], behind: all }
  if (all.length <= besideMax && widthOf(all) <= widthMax) return { beside: all, behind: [] }
  let count = 0
  while (count < besideMax - 1 && widthOf([...all.slice(0, count + 1), more()]) <= widthMax) count += 1
  return { beside: all.slice(0, count), behind: all.slice(count) }
}

/** The widest that a row may need, and no less than its head: where rows differ, the longest of their buttons that are not too wide. */
function columnWidth(definition: ListDefinition, all: readonly Control[]): number {
  const { beside, behind } = divided(all, false)
  const head = textWidth(t('操作')) * characterWidth + cellRoom
  if (definition.states === undefined || behind.length === 0)
    return Math.max(head, widthOf(behind.length > 0 ? [...beside, more()] : beside))
  const longest = all.toSorted((a, b) => buttonWidth(b) - buttonWidth(a))
  return Math.min(widthMax, widthOf([...longest.slice(0, besideMax - 1), more()]))
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
  const all = controlsOf(definition, controls, actions, onView, null)
  return {
    key: 'zg-actions',
    name: t('操作'),
    pin: 'right',
    isFixed: true,
    width: isMobile ? narrowWidth : columnWidth(definition, all),
    render: row => {
      const { beside, behind } = divided(controlsOf(definition, controls, actions, onView, row), isMobile)
      return (
        <span className="zg-row-actions">
          {beside.map(one => (
            <button
              key={one.key}
              type="button"
              tabIndex={-1}
              className={one.danger ? 'zg-row-action zg-row-danger' : 'zg-row-action'}
              onClick={() => one.run(row)}
            >
              {one.title}
            </button>
          ))}
          {behind.length > 0 && <Behind controls={behind} row={row} title={more().title} isMobile={isMobile} />}
        </span>
      )
    },
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

function Behind({ controls, row, title, isMobile }: { controls: readonly Control[]; row: Row; title: string; isMobile: boolean }) {
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: controls.map(one => ({ key: one.key, label: one.title, danger: one.danger })),
        onClick: ({ key }) => controls.find(one => one.key === key)?.run(row),
      }}
    >
      <Button type="link" size="small" tabIndex={-1} {...(isMobile ? { icon: <EllipsisOutlined aria-hidden />, 'aria-label': title } : {})}>
        {isMobile ? null : title}
      </Button>
    </Dropdown>
  )
}

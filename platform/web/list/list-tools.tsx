/** The tools of a list: what begins something, what is done with the whole page, schemes and columns. */
import { PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { Button, Space } from 'antd'
import type { ReactNode } from 'react'
import type { FieldDefinition, ListDefinition, ListQuery } from '../../declare/wire.ts'
import { BatchEditButton } from '../batch/batch-edit-button.tsx'
import { RemoveBetweenButton } from '../batch/remove-between-button.tsx'
import { t } from '../i18n/t.ts'
import { SchemeButton } from '../schemes/scheme-button.tsx'
import { useIsMobile } from '../page/use-is-mobile.ts'
import { ColumnChooser } from '../table/column-chooser.tsx'
import { DensityButton } from '../table/density-button.tsx'
import { ExportButton } from './export-button.tsx'
import { isBlank, type ListState } from '../values/list-state.ts'
import { pageActions } from '../values/operation-rule.ts'
import type { ListActions } from '../actions/use-actions.tsx'
import type { ColumnLayout } from '../table/use-column-layout.ts'
import type { Selection } from '../table/use-selection.ts'

export interface BeginButtons {
  readonly primary: ReactNode
  /** the same with its words, where there is room on a phone too: in the empty state */
  readonly worded: ReactNode
  readonly second: ReactNode
}

/** The buttons that begin something: at most one of them is primary, the same stands in the empty state. */
export function useBeginButtons(definition: ListDefinition, actions: ListActions, onUpload: () => void): BeginButtons {
  const isMobile = useIsMobile()
  const add = definition.calls.add !== undefined && definition.form.length > 0
  const upload = definition.upload !== null
  const addButton = (isBare: boolean) => (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden />}
      onClick={() => actions.add()}
      {...(isBare ? { 'aria-label': t('新增') } : {})}
    >
      {isBare ? null : t('新增')}
    </Button>
  )
  const uploadButton = (type: 'primary' | 'default', isBare: boolean) => (
    <Button
      type={type}
      icon={<UploadOutlined aria-hidden />}
      onClick={onUpload}
      {...(isBare ? { 'aria-label': definition.upload?.button } : {})}
    >
      {isBare ? null : definition.upload?.button}
    </Button>
  )
  const primary = (isBare: boolean): ReactNode => (add ? addButton(isBare) : upload ? uploadButton('primary', isBare) : null)
  const usual = pageActions(definition).filter(one => one.isUsual === true)
  const second = add && upload ? uploadButton('default', false) : null
  const worded = (
    <Space wrap>
      {primary(false)}
      {second}
      {usual.map(one => (
        <Button key={one.name} onClick={() => actions.run(one, [])}>
          {one.title}
        </Button>
      ))}
    </Space>
  )
  return { primary: primary(isMobile), worded, second }
}

interface ColumnToolsProps {
  readonly definition: ListDefinition
  readonly layout: ColumnLayout
  /** the state is known: a default scheme must not run ahead of it */
  readonly isReady: boolean
  readonly state: ListState
  readonly onState: (state: ListState) => void
}

/** Schemes, and the quick way to the columns. */
export function ColumnTools({ definition, layout, isReady, state, onState }: ColumnToolsProps) {
  return (
    <>
      <SchemeButton
        definition={definition}
        state={state}
        isBlank={isReady && isBlank(state)}
        onApply={applied => onState({ ...state, ...applied, pageNum: 1 })}
      />
      <DensityButton layout={layout} />
      <ColumnChooser definition={definition} layout={layout} />
    </>
  )
}

interface ToolsProps {
  readonly definition: ListDefinition
  readonly actions: ListActions
  readonly begin: BeginButtons
  readonly columns: readonly FieldDefinition[]
  readonly chooser: ReactNode
  readonly list: {
    readonly fixed: Readonly<Record<string, string>>
    readonly state: ListState
    readonly selection: Selection
    readonly total: number | undefined
    /** what the list is narrowed to */
    readonly query: ListQuery
    /** rows were changed: the list asks again */
    readonly onChanged: () => void
  }
}

/** Page actions at the right of the title. */
export function Tools({ definition, actions, begin, columns, chooser, list }: ToolsProps) {
  return (
    <>
      {pageActions(definition).map(one => (
        <Button key={one.name} onClick={() => (one.over === 'filter' ? actions.runOver(one, list.query) : actions.run(one, []))}>
          {one.title}
        </Button>
      ))}
      <ExportButton
        definition={definition}
        columns={columns}
        state={list.state}
        fixed={list.fixed}
        selectedIds={list.selection.ids}
        total={list.total}
      />
      <BatchEditButton
        definition={definition}
        rows={list.selection.rows}
        query={list.query}
        total={list.total}
        onChanged={list.onChanged}
      />
      <RemoveBetweenButton definition={definition} onChanged={list.onChanged} />
      {chooser}
      {begin.second}
      {begin.primary}
    </>
  )
}

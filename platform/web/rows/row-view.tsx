/** A row beside its list: every field the person may see in its groups, what refers to it, its conversation, and what may be done to it. */
import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton, Tabs } from 'antd'
import { Suspense, lazy, type ComponentType, type ReactNode } from 'react'
import type { ListDefinition, RecordDefinition, Row, StepDefinition } from '../../declare/wire.ts'
import { t } from '../i18n/t.ts'
import { recordQuery } from '../values/record-query.ts'
import { withReload } from '../page/chunk-load.ts'
import { TabDrawer } from '../page/tab-modal.tsx'
import { ThreadTitle } from '../thread/thread-tab.tsx'
import { read } from '../values/call.ts'
import { rowName } from '../values/list-texts.ts'
import { rowControls } from '../values/operation-rule.ts'
import { RowFields } from './row-fields.tsx'
import { mayEdit, mayRun, stepsOf } from '../values/row-steps.ts'
import type { ListActions } from '../actions/use-actions.tsx'
import type { RowTurning } from './use-row-turning.ts'

const RecordThread = lazy(withReload(() => import('../thread/record-thread.tsx')))

const drawerWidth = 640

interface RelatedProps {
  readonly type: string
  readonly record: RecordDefinition
  readonly row: Row
}

export interface RowViewProps {
  readonly definition: ListDefinition
  readonly row: Row
  readonly turning: RowTurning | null
  /** what may be done to rows here, and by whom; null: they are for reading */
  readonly doing: { readonly actions: ListActions; readonly operations: readonly number[] } | null
  /** draws what refers to the record; absent: it is not offered here */
  readonly Related?: ComponentType<RelatedProps>
  readonly onStep: (step: StepDefinition, row: Row) => void
  readonly onClose: () => void
}

export default function RowView({ definition, row, turning, doing, Related, onStep, onClose }: RowViewProps) {
  const { type, calls, result, record } = definition
  // a list row may lack what is long: shown at once, completed when the whole record has come
  const whole = useQuery({
    ...(record === undefined
      ? {
          queryKey: ['record', type, row.id],
          queryFn: ({ signal }: { signal: AbortSignal }) =>
            calls.one === undefined ? row : read<Row>(calls.one, { id: row.id }, { signal, quiet: true }),
        }
      : recordQuery(type, row.id)),
    throwOnError: false,
  })
  const shown = { ...row, ...whole.data }
  return (
    <TabDrawer
      open
      size={drawerWidth}
      mask={false}
      className="zg-row-drawer"
      title={t('{title}：{name}', { title: definition.title, name: rowName(result, shown) })}
      extra={turning !== null && <Turns turning={turning} />}
      onClose={onClose}
      {...footerOf({ definition, row: shown, doing, onStep })}
    >
      <Parts definition={definition} row={shown} Related={Related}>
        <RowFields definition={definition} row={shown} isBusy={whole.isFetching} />
      </Parts>
    </TabDrawer>
  )
}

function Turns({ turning: { previous, next } }: { turning: RowTurning }) {
  const button = (title: string, icon: ReactNode, go: (() => void) | null): ReactNode => (
    <Button type="text" size="small" icon={icon} aria-label={title} title={title} disabled={go === null} onClick={() => go?.()} />
  )
  return (
    <span className="zg-row-turns">
      {button(t('上一条 (K)'), <UpOutlined aria-hidden />, previous)}
      {button(t('下一条 (J)'), <DownOutlined aria-hidden />, next)}
    </span>
  )
}

/** Steps first, then edit and copy; what else may be done, where there is none of them. No line where nothing may be done. */
function footerOf({ definition, row, doing, onStep }: Pick<RowViewProps, 'definition' | 'row' | 'doing' | 'onStep'>) {
  const steps = stepsOf(definition, row)
  const may = doing === null ? null : rowControls(definition, doing.operations)
  const isEdited = may?.edit === true && mayEdit(definition, row)
  const isCopied = may?.hasColumn === true && definition.calls.add !== undefined && definition.form.length > 0
  const isRead = steps.length === 0 && !isEdited && !isCopied
  const others = isRead ? (may?.actions ?? []).filter(one => mayRun(definition, one, row)) : []
  if (isRead && others.length === 0) return {}
  return {
    footer: (
      <div className="zg-row-steps">
        {steps.map(one => (
          <Button
            key={one.name}
            type={one.tone === 'primary' ? 'primary' : 'default'}
            danger={one.tone === 'danger'}
            onClick={() => onStep(one, row)}
          >
            {one.title}
          </Button>
        ))}
        {others.map(one => (
          <Button key={one.name} onClick={() => doing?.actions.run(one, [row])}>
            {one.title}
          </Button>
        ))}
        {isEdited && <Button onClick={() => doing?.actions.edit(row)}>{t('编辑')}</Button>}
        {isCopied && <Button onClick={() => doing?.actions.copy(row)}>{t('复制为新记录')}</Button>}
      </div>
    ),
  }
}

interface PartsProps {
  readonly definition: ListDefinition
  readonly row: Row
  readonly Related: RowViewProps['Related'] | undefined
  readonly children: ReactNode
}

/** The fields, and beside them what refers to the record and its conversation, where these records have any. */
function Parts({ definition, row, Related, children }: PartsProps) {
  const { type, thread, record } = definition
  const waiting = <Skeleton active paragraph={{ rows: 4 }} title={false} />
  const part = (content: ReactNode): ReactNode => (
    <div className="zg-row-tab">
      <Suspense fallback={waiting}>{content}</Suspense>
    </div>
  )
  const relations = record !== undefined && record.relations.length > 0 ? record : undefined
  if (thread === undefined && (relations === undefined || Related === undefined)) return children
  return (
    <Tabs
      destroyOnHidden
      items={[
        { key: 'fields', label: t('资料'), children: part(children) },
        ...(relations !== undefined && Related !== undefined
          ? [
              {
                key: 'related',
                label: t('关联记录'),
                children: part(<Related key={row.id} type={type} record={relations} row={row} />),
              },
            ]
          : []),
        ...(thread === undefined
          ? []
          : [
              {
                key: 'thread',
                label: <ThreadTitle thread={thread} type={type} id={row.id} />,
                children: part(<RecordThread resource={type} id={row.id} />),
              },
            ]),
      ]}
    />
  )
}

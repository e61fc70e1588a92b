/** 费用类型映射: kinds of amounts in Amazon's files and the finance item each means, unmapped ones first. */
import { Button, Empty, Modal } from 'antd'
import { useState, type ReactElement } from 'react'
import { withThousands } from '#platform/format/numbers.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { PlainGrid } from '#platform/web/grid/plain-grid.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { askFirst } from '#platform/web/widgets/confirm.tsx'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { ignoreShownRefusal } from '#platform/web/api/ignore-shown-refusal.ts'
import { useListDefinition } from '#platform/web/values/use-list-definition.ts'
import { usePage } from '#platform/web/page/page-context.ts'
import { MappingDialog } from './mapping-dialog.tsx'
import { actionColumn, kindColumns, Unmapped } from './type-map-columns.tsx'
import { kindName, removeMapping, useQueue, useRefreshQueue, type QueueAsk, type QueuedKind } from './type-map-data.tsx'
import { Filters, useAsk } from './type-map-filters.tsx'
import '#platform/web/table/list.css'
import './type-map.css'

/** Operation ids of the suite. */
const [addOperation, editOperation, removeOperation] = [1, 3, 4]

/** Deleting a mapping asks once, naming it and what follows. */
function useRemoval(refresh: () => void): [(kind: QueuedKind) => void, ReactElement] {
  const [modal, questions] = Modal.useModal()
  const remove = (kind: QueuedKind): void =>
    askFirst(modal, {
      loses: true,
      title: t('确定要删除“{name}”的映射吗？', { name: kindName(kind) }),
      content: t('更早的映射会继续生效；没有更早的映射时，这类金额回到未映射，不计入利润。'),
      okText: t('删除映射'),
      onOk: () =>
        ignoreShownRefusal(
          removeMapping(kind).then(() => {
            feedback.success(t('映射已删除'))
            refresh()
          }),
        ),
    })
  return [remove, questions]
}

export default function TypeMapPage() {
  const { can } = usePage()
  const [ask, setAsk] = useAsk()
  const queue = useQueue(ask)
  const definition = useListDefinition('amazonTypeMap')
  const refresh = useRefreshQueue()
  const [mapping, setMapping] = useState<QueuedKind | null>(null)
  const [remove, questions] = useRemoval(refresh)
  const items = definition.data?.result.find(one => one.field === 'item')?.keyValueList ?? []
  const [canAdd, canEdit, canRemove] = [can(addOperation), can(editOperation), can(removeOperation)]
  const rows = (queue.data?.list ?? []).map(one => ({ id: one.kindId, kind: one }))
  const unmapped = rows.filter(({ kind }) => kind.id === null).length
  const columns = [
    ...kindColumns(items),
    ...(canAdd || canEdit || canRemove ? [actionColumn({ canAdd, canEdit, canRemove, onMap: setMapping, onRemove: remove })] : []),
  ]
  const notice = queue.isError ? (
    <RowsFailed error={queue.error} onRetry={() => void queue.refetch()} />
  ) : queue.data === undefined ? (
    <RowsLoading />
  ) : (
    <Nothing ask={ask} onAsk={setAsk} />
  )
  return (
    <section className="zg-list" aria-label={t('费用类型映射')}>
      {questions}
      <header className="zg-list-head">
        <h1>{t('费用类型映射')}</h1>
        {unmapped > 0 && <Unmapped text={t('{count} 类未映射，不计入利润', { count: unmapped })} />}
      </header>
      <Filters ask={ask} unmapped={unmapped} onAsk={setAsk} />
      <PlainGrid
        label={t('费用类型映射')}
        rows={rows}
        columns={columns}
        notice={notice}
        isStale={queue.isPlaceholderData}
        question={JSON.stringify(ask)}
      />
      <footer className="zg-list-footer">
        {queue.data === undefined ? null : t('共 {count} 条', { count: withThousands(String(queue.data.total)) })}
      </footer>
      {mapping !== null && (
        <MappingDialog
          key={mapping.kindId}
          kind={rows.find(one => one.id === mapping.kindId)?.kind ?? mapping}
          items={items}
          canAdd={canAdd}
          canEdit={canEdit}
          onClose={() => setMapping(null)}
          onSaved={refresh}
        />
      )}
    </section>
  )
}

function Nothing({ ask, onAsk }: { ask: QueueAsk; onAsk: (next: QueueAsk) => void }) {
  const isFiltered = ask.keyword !== '' || ask.family !== null || ask.platform !== null
  const all: QueueAsk = { unmappedOnly: false, keyword: '', family: null, platform: null }
  return (
    <div className="zg-list-notice">
      <Empty
        image={Empty.PRESENTED_IMAGE_SIMPLE}
        description={
          isFiltered
            ? t('没有符合筛选条件的数据')
            : ask.unmappedOnly
              ? t('所有费用类型都已映射')
              : t('导入结算报告或交易明细后，其中的费用类型显示在这里')
        }
      >
        {(isFiltered || ask.unmappedOnly) && <Button onClick={() => onAsk(all)}>{t('查看全部')}</Button>}
      </Empty>
    </div>
  )
}

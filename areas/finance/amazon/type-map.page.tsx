/** 类型映射: kinds of amounts in Amazon's files and the finance item each means, unmapped ones first. */
import { ExclamationCircleOutlined } from '@ant-design/icons'
import { Button, Empty, Input, Modal, Segmented, Select, Table, type TableColumnType } from 'antd'
import { useState, type ReactElement } from 'react'
import { useSearchParams } from 'react-router'
import type { Option } from '#platform/declare/wire.ts'
import { withThousands } from '#platform/format/numbers.ts'
import { feedback } from '#platform/web/api/feedback.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/list/list-notices.tsx'
import { told } from '#platform/web/list/told.ts'
import { useListDefinition } from '#platform/web/list/use-list-data.ts'
import { useDebounced } from '#platform/web/list/use-debounced.ts'
import { usePage } from '#platform/web/shell/page/page-context.ts'
import { MappingDialog } from './mapping-dialog.tsx'
import {
  beginning,
  kindName,
  kindWords,
  removeMapping,
  useQueue,
  useRefreshQueue,
  type QueueAsk,
  type QueuedKind,
} from './type-map-data.tsx'
import '#platform/web/list/list.css'
import './type-map.css'

/** Operation ids of the suite (decisions.md). */
const [addOperation, editOperation, removeOperation] = [1, 3, 4]
const searchDelayMs = 800
/** Mapped by a person, not built in. */
const byPerson = 2

const families = (): Option[] => [
  { value: 1, label: t('结算报告') },
  { value: 2, label: t('交易明细') },
  { value: 3, label: t('交易汇总') },
]

/** The queue's filter as the page's address says it. */
function useAsk(): [QueueAsk, (next: QueueAsk) => void] {
  const [search, setSearch] = useSearchParams()
  const family = families().find(one => String(one.value) === search.get('family'))?.value
  const ask: QueueAsk = {
    unmappedOnly: search.get('unmapped') === '1',
    keyword: search.get('keyword') ?? '',
    family: family === undefined ? null : Number(family),
  }
  const set = (next: QueueAsk): void =>
    setSearch(
      {
        ...(next.unmappedOnly ? { unmapped: '1' } : {}),
        ...(next.keyword === '' ? {} : { keyword: next.keyword }),
        ...(next.family === null ? {} : { family: String(next.family) }),
      },
      { replace: true },
    )
  return [ask, set]
}

function Filters({ ask, onAsk }: { ask: QueueAsk; onAsk: (next: QueueAsk) => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const search = useDebounced((keyword: string) => {
    setTyped(null)
    onAsk({ ...ask, keyword: keyword.trim() })
  }, searchDelayMs)
  return (
    <div className="zg-filter-bar" role="search">
      <Segmented
        aria-label={t('范围')}
        value={ask.unmappedOnly}
        options={[
          { value: false, label: t('全部') },
          { value: true, label: t('只看未映射') },
        ]}
        onChange={unmappedOnly => onAsk({ ...ask, unmappedOnly })}
      />
      <Select
        className="zg-filter"
        allowClear
        aria-label={t('报告')}
        placeholder={t('报告')}
        value={ask.family === null ? null : String(ask.family)}
        options={families().map(one => ({ value: String(one.value), label: one.label }))}
        onChange={(family: string | null | undefined) => onAsk({ ...ask, family: family == null ? null : Number(family) })}
      />
      <Input
        className="zg-filter"
        allowClear
        aria-label={t('搜索费用类型')}
        placeholder={t('搜索费用类型')}
        value={typed ?? ask.keyword}
        onChange={event => {
          setTyped(event.target.value)
          search.later(event.target.value)
        }}
        onPressEnter={event => search.now(event.currentTarget.value)}
      />
    </div>
  )
}

/** Deleting a mapping asks once, naming it and what follows. */
function useRemoval(refresh: () => void): [(kind: QueuedKind) => void, ReactElement] {
  const [modal, questions] = Modal.useModal()
  const remove = (kind: QueuedKind): void =>
    void modal.confirm({
      title: t('确定要删除“{name}”的映射吗？', { name: kindName(kind) }),
      content: t('更早的映射会继续生效；没有更早的映射时，这类金额回到未映射，不计入利润。'),
      okText: t('删除映射'),
      okButtonProps: { danger: true },
      cancelText: t('取消'),
      onOk: () =>
        told(
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
  const list = queue.data?.list ?? []
  const unmapped = list.filter(one => one.id === null).length
  const columns = [
    ...dataColumns(items),
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
    <section className="zg-list" aria-label={t('类型映射')}>
      {questions}
      <header className="zg-list-head">
        <h1>{t('类型映射')}</h1>
        {unmapped > 0 && <Unmapped text={t('{count} 类未映射，不计入利润', { count: unmapped })} />}
      </header>
      <Filters ask={ask} onAsk={setAsk} />
      <div className={queue.isPlaceholderData ? 'zg-list-table zg-stale' : 'zg-list-table'}>
        <Table<QueuedKind>
          rowKey="kindId"
          size="small"
          virtual={list.length > 100}
          columns={columns}
          dataSource={[...list]}
          pagination={false}
          scroll={{ x: 900, y: list.length > 100 ? Math.max(240, window.innerHeight - 330) : '100%' }}
          locale={{ emptyText: notice }}
        />
      </div>
      <footer className="zg-list-footer">
        {queue.data === undefined ? null : t('共 {count} 条', { count: withThousands(String(queue.data.total)) })}
      </footer>
      {mapping !== null && (
        <MappingDialog
          key={mapping.kindId}
          kind={list.find(one => one.kindId === mapping.kindId) ?? mapping}
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

/** Told by a sign and a word, the colour only helps. */
function Unmapped({ text }: { text: string }) {
  return (
    <span className="zg-unmapped">
      <ExclamationCircleOutlined /> {text}
    </span>
  )
}

function Nothing({ ask, onAsk }: { ask: QueueAsk; onAsk: (next: QueueAsk) => void }) {
  const isFiltered = ask.keyword !== '' || ask.family !== null
  const all: QueueAsk = { unmappedOnly: false, keyword: '', family: null }
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

function dataColumns(items: readonly Option[]): TableColumnType<QueuedKind>[] {
  const itemTitle = (item: number | null): string | undefined => items.find(one => String(one.value) === String(item))?.label
  return [
    {
      title: t('费用类型'),
      width: 420,
      render: (_, one) => (
        <div className="zg-mapping-kind">
          <span title={kindName(one)}>{kindName(one)}</span>
          {one.title !== '' && (
            <span className="zg-mapping-words" title={kindWords(one)}>
              {kindWords(one)}
            </span>
          )}
        </div>
      ),
    },
    { title: t('报告'), width: 100, render: (_, one) => families().find(family => family.value === one.family)?.label },
    {
      title: t('财务科目'),
      width: 150,
      render: (_, one) => (one.id === null ? <Unmapped text={t('未映射')} /> : itemTitle(one.item)),
    },
    {
      title: t('生效月份'),
      width: 100,
      render: (_, one) => (one.validFrom === null ? null : one.validFrom === beginning ? t('最早') : one.validFrom),
    },
    { title: t('来源'), width: 90, render: (_, one) => (one.source === null ? null : one.source === byPerson ? t('人工') : t('系统内置')) },
  ]
}

interface ActionColumn {
  readonly canAdd: boolean
  readonly canEdit: boolean
  readonly canRemove: boolean
  readonly onMap: (kind: QueuedKind) => void
  readonly onRemove: (kind: QueuedKind) => void
}

function actionColumn({ canAdd, canEdit, canRemove, onMap, onRemove }: ActionColumn): TableColumnType<QueuedKind> {
  return {
    title: t('操作'),
    width: 110,
    fixed: 'right',
    render: (_, one) => (
      <span className="zg-row-actions">
        {(one.id === null ? canAdd : canAdd || canEdit) && (
          <Button type="link" size="small" onClick={() => onMap(one)}>
            {one.id === null ? t('映射') : t('修改')}
          </Button>
        )}
        {one.id !== null && one.source === byPerson && canRemove && (
          <Button type="link" size="small" danger onClick={() => onRemove(one)}>
            {t('删除')}
          </Button>
        )}
      </span>
    ),
  }
}
